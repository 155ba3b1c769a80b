ALTER TABLE "template_previews" DROP CONSTRAINT "template_previews_ready_is_whole";--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_kind";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_status";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_stage";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_attempts";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_percent";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_completed_has_film";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_failed_says_why";--> statement-breakpoint
ALTER TABLE "renders" DROP CONSTRAINT "renders_error_has_words";--> statement-breakpoint
DROP INDEX "renders_active_unique";--> statement-breakpoint
DROP INDEX "renders_unfinished";--> statement-breakpoint
DROP INDEX "renders_finished";--> statement-breakpoint
DROP INDEX "renders_finished_films";--> statement-breakpoint
ALTER TABLE "template_previews" ALTER COLUMN "status" SET DEFAULT 'waiting';--> statement-breakpoint
ALTER TABLE "renders" ALTER COLUMN "status" SET DEFAULT 'queued';--> statement-breakpoint
ALTER TABLE "renders" ALTER COLUMN "stage" SET DEFAULT 'waiting';--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "seconds_left" integer;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_failures" CHECK ("operations"."failures" >= 0);--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('import', 'preview', 'upload', 'render'));--> statement-breakpoint
INSERT INTO "operations" ("id", "kind", "status", "percent", "error_code", "error_message", "updated_at")
SELECT "version_id", 'preview',
       CASE "status" WHEN 'waiting' THEN 'queued' WHEN 'making' THEN 'running' WHEN 'ready' THEN 'succeeded' ELSE 'failed' END,
       "percent",
       CASE WHEN "status" = 'failed' THEN 'gave-up' END,
       CASE WHEN "status" = 'failed' THEN coalesce("error_message", 'The preview could not be made.') END,
       "updated_at"
  FROM "template_previews";--> statement-breakpoint
-- Of uploads only those that are not normalised yet: nobody waits for the others.
INSERT INTO "operations" ("id", "kind", "owner_user_id", "status", "stage", "percent", "created_at")
SELECT substr("id", 3)::uuid, 'upload', "owner_user_id", CASE WHEN "stage" = 'waiting' THEN 'queued' ELSE 'running' END,
       nullif("stage", 'waiting'), "percent", "created_at"
  FROM "assets" WHERE "status" = 'processing' AND "owner_user_id" IS NOT NULL AND "deleted_at" IS NULL;--> statement-breakpoint
UPDATE "assets" SET "operation_id" = substr("id", 3)::uuid
 WHERE "status" = 'processing' AND "owner_user_id" IS NOT NULL AND "deleted_at" IS NULL;--> statement-breakpoint
INSERT INTO "operations" ("id", "kind", "owner_user_id", "subject", "status", "stage", "percent", "seconds_left", "attempt",
                          "failures", "error_code", "error_message", "created_at", "started_at", "ended_at")
SELECT "id", 'render', "user_id", "render_key",
       CASE "status" WHEN 'processing' THEN 'running' WHEN 'completed' THEN 'succeeded' WHEN 'cancelled' THEN 'canceled' ELSE "status" END,
       CASE WHEN "stage" NOT IN ('waiting', 'done') THEN "stage" END, "percent",
       CASE WHEN "status" = 'processing' THEN "seconds_left" END, "attempts",
       -- The attempt that runs has not failed yet.
       greatest(0, 3 - ("attempt_limit" - "attempts") - ("status" = 'processing')::int),
       "error_code", "error_message", "created_at", "started_at", "completed_at"
  FROM "renders";--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_version_id_operations_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assets_operation_unique" ON "assets" USING btree ("operation_id") WHERE "assets"."operation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_active_unique" ON "operations" USING btree ("owner_user_id","kind","subject") WHERE "operations"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "operations_unfinished" ON "operations" USING btree ("kind","status","id") WHERE "operations"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX "renders_finished" ON "renders" USING btree ("kind","user_id") WHERE "renders"."film_key" is not null;--> statement-breakpoint
CREATE INDEX "renders_finished_films" ON "renders" USING btree ("render_key") WHERE "renders"."film_key" is not null;--> statement-breakpoint
-- The operation goes with what it works on, whose column has this name.
CREATE OR REPLACE FUNCTION forget_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM operations WHERE id = (to_jsonb(OLD) ->> coalesce(TG_ARGV[0], 'id'))::uuid;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER template_previews_forget_operation AFTER DELETE ON "template_previews"
  FOR EACH ROW EXECUTE FUNCTION forget_operation('version_id');--> statement-breakpoint
CREATE TRIGGER assets_forget_operation AFTER DELETE ON "assets"
  FOR EACH ROW WHEN (OLD.operation_id IS NOT NULL) EXECUTE FUNCTION forget_operation('operation_id');--> statement-breakpoint
CREATE TRIGGER renders_forget_operation AFTER DELETE ON "renders"
  FOR EACH ROW EXECUTE FUNCTION forget_operation();--> statement-breakpoint
-- Whoever waits for an operation hears of every change, whichever program makes it.
CREATE FUNCTION announce_operation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed operations := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('operation', concat_ws(' ', changed.id, changed.owner_user_id, changed.kind));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER operations_announce AFTER INSERT OR DELETE ON "operations"
  FOR EACH ROW EXECUTE FUNCTION announce_operation();--> statement-breakpoint
CREATE TRIGGER operations_announce_change AFTER UPDATE ON "operations"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION announce_operation();--> statement-breakpoint
-- A check cannot see two tables: a render has its file exactly if it has succeeded, at the end of each transaction.
CREATE FUNCTION require_file_of_render() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM renders JOIN operations USING (id)
              WHERE id = NEW.id AND (operations.status = 'succeeded') <> (renders.film_key IS NOT NULL)) THEN
    RAISE EXCEPTION 'render % has succeeded without a file, or has one without', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'renders_completed_has_film';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER operations_completed_has_film AFTER UPDATE OF "status" ON "operations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'render' AND OLD.status <> NEW.status AND 'succeeded' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION require_file_of_render();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER renders_completed_has_film AFTER INSERT OR UPDATE OF "film_key" ON "renders"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_file_of_render();--> statement-breakpoint
-- Programs of the version before go on while an upgrade lasts, as in 0030_operations.sql. Those of this version never write the
-- columns that these triggers read.
CREATE FUNCTION hand_on_old_preview() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO operations (id, kind, status, percent)
    VALUES (NEW.version_id, 'preview', CASE NEW.status WHEN 'ready' THEN 'succeeded' ELSE 'queued' END, NEW.percent)
        ON CONFLICT DO NOTHING;
    RETURN NEW;
  END IF;
  UPDATE operations
     SET status = CASE NEW.status WHEN 'waiting' THEN 'queued' WHEN 'making' THEN 'running' WHEN 'ready' THEN 'succeeded' ELSE 'failed' END,
         percent = NEW.percent,
         attempt = attempt + (NEW.order_number <> OLD.order_number OR NEW.status = 'making' AND OLD.status <> 'making')::int,
         error_code = CASE WHEN NEW.status = 'failed' THEN 'gave-up' END,
         error_message = CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.error_message, 'The preview could not be made.') END,
         updated_at = now()
   WHERE id = NEW.version_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER template_previews_old_insert BEFORE INSERT ON "template_previews"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_preview();--> statement-breakpoint
CREATE TRIGGER template_previews_old_update AFTER UPDATE OF "status", "percent", "order_number" ON "template_previews"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_preview();--> statement-breakpoint
CREATE FUNCTION hand_on_old_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.operation_id := substr(NEW.id, 3)::uuid;
    INSERT INTO operations (id, kind, owner_user_id) VALUES (NEW.operation_id, 'upload', NEW.owner_user_id);
    RETURN NEW;
  END IF;
  UPDATE operations
     SET status = CASE WHEN NEW.status = 'ready' THEN 'succeeded' WHEN NEW.status = 'failed' THEN 'failed'
                       WHEN NEW.stage = 'waiting' THEN 'queued' ELSE 'running' END,
         stage = nullif(NEW.stage, 'waiting'), percent = NEW.percent,
         attempt = attempt + (NEW.stage <> 'waiting' AND OLD.stage = 'waiting')::int,
         error_code = CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.error_code, 'gave-up') END,
         error_message = CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.error_message, 'This file could not be prepared.') END,
         updated_at = now()
   WHERE id = NEW.operation_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER assets_old_insert BEFORE INSERT ON "assets"
  FOR EACH ROW WHEN (NEW.stage IS NOT NULL) EXECUTE FUNCTION hand_on_old_upload();--> statement-breakpoint
CREATE TRIGGER assets_old_update AFTER UPDATE OF "stage", "percent" ON "assets"
  FOR EACH ROW WHEN (NEW.operation_id IS NOT NULL) EXECUTE FUNCTION hand_on_old_upload();--> statement-breakpoint
CREATE FUNCTION hand_on_old_render() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO operations (id, kind, owner_user_id, subject, status, percent)
    VALUES (NEW.id, 'render', NEW.user_id, NEW.render_key, CASE NEW.status WHEN 'completed' THEN 'succeeded' ELSE 'queued' END, NEW.percent)
        ON CONFLICT (id) DO NOTHING;
    RETURN NEW;
  END IF;
  UPDATE operations
     SET status = CASE NEW.status WHEN 'processing' THEN 'running' WHEN 'completed' THEN 'succeeded' WHEN 'cancelled' THEN 'canceled' ELSE NEW.status END,
         stage = CASE WHEN NEW.stage NOT IN ('waiting', 'done') THEN NEW.stage END,
         percent = NEW.percent, seconds_left = NEW.seconds_left,
         attempt = attempt + greatest(0, NEW.attempts - OLD.attempts),
         failures = CASE WHEN NEW.attempt_limit > OLD.attempt_limit AND NEW.status = 'queued' THEN 0 ELSE failures END,
         error_code = NEW.error_code, error_message = NEW.error_message,
         started_at = NEW.started_at, ended_at = NEW.completed_at, updated_at = now()
   WHERE id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER renders_old_insert BEFORE INSERT ON "renders"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_render();--> statement-breakpoint
CREATE TRIGGER renders_old_update AFTER UPDATE OF "status", "percent" ON "renders"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_render();
