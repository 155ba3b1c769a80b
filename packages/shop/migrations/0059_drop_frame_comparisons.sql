-- Browser and server draw with the same canvas library: frames are no longer compared before a sale, and their files are erased.
DO $$ BEGIN
  -- The queue is migrated after the store: a new database has none yet, and no frames.
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.add_job('erase-files', json_build_object('keys', json_agg(DISTINCT frame ->> 'storageKey')), max_attempts := 20)
       FROM frame_comparisons, jsonb_array_elements(frames) frame HAVING count(*) > 0;
  END IF;
END $$;
--> statement-breakpoint
DROP TABLE "frame_comparisons";
