-- A video is drawn by one worker. What others had drawn for videos under way is erased, and their jobs are taken out.
DO $$ BEGIN
  -- The queue is migrated after the store: a new database has none yet, and no jobs.
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.add_job('erase-files', json_build_object('keys', json_agg(storage_key)), max_attempts := 20)
       FROM render_ranges WHERE storage_key IS NOT NULL HAVING count(*) > 0;
    PERFORM graphile_worker.complete_jobs(array_agg(id))
       FROM graphile_worker.jobs WHERE task_identifier = 'render-ranges';
  END IF;
END $$;
--> statement-breakpoint
DROP TABLE "render_ranges";
