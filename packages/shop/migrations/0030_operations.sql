CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"owner_user_id" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"percent" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('import')),
	CONSTRAINT "operations_status" CHECK ("operations"."status" in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "operations_percent" CHECK ("operations"."percent" between 0 and 100),
	CONSTRAINT "operations_attempt" CHECK ("operations"."attempt" >= 0),
	CONSTRAINT "operations_failed_says_why" CHECK (("operations"."status" = 'failed') = ("operations"."error_code" is not null)),
	CONSTRAINT "operations_error_has_message" CHECK (("operations"."error_code" is null) = ("operations"."error_message" is null))
);
--> statement-breakpoint
ALTER TABLE "template_imports" ALTER COLUMN "status" SET DEFAULT 'waiting';--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operations_owner" ON "operations" USING btree ("owner_user_id");--> statement-breakpoint
INSERT INTO "operations" ("id", "kind", "owner_user_id", "status", "percent", "error_code", "error_message", "created_at", "updated_at")
SELECT "id", 'import', "user_id",
       CASE "status" WHEN 'waiting' THEN 'queued' WHEN 'reading' THEN 'running' WHEN 'done' THEN 'succeeded' ELSE 'failed' END,
       "percent",
       CASE WHEN "status" = 'failed' THEN coalesce("error_code", 'gave-up') END,
       CASE WHEN "status" = 'failed' THEN coalesce("error_message", 'The package could not be read.') END,
       "created_at", "updated_at"
  FROM "template_imports";--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Imports go with their templates, too: what is left of them would be an operation on nothing.
CREATE FUNCTION forget_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM operations WHERE id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER template_imports_forget_operation AFTER DELETE ON "template_imports"
  FOR EACH ROW EXECUTE FUNCTION forget_operation();--> statement-breakpoint
-- Programs of the version before go on while an upgrade lasts: what they write into the old columns reaches the operation.
CREATE FUNCTION hand_on_old_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO operations (id, kind, owner_user_id) VALUES (NEW.id, 'import', NEW.user_id) ON CONFLICT DO NOTHING;
    RETURN NEW;
  END IF;
  UPDATE operations
     SET status = CASE NEW.status WHEN 'waiting' THEN 'queued' WHEN 'reading' THEN 'running' WHEN 'done' THEN 'succeeded' ELSE 'failed' END,
         percent = NEW.percent,
         attempt = attempt + (NEW.status = 'reading' AND OLD.status <> 'reading')::int,
         error_code = CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.error_code, 'gave-up') END,
         error_message = CASE WHEN NEW.status = 'failed' THEN coalesce(NEW.error_message, 'The package could not be read.') END,
         updated_at = now()
   WHERE id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER template_imports_old_insert BEFORE INSERT ON "template_imports"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_import();--> statement-breakpoint
CREATE TRIGGER template_imports_old_update AFTER UPDATE OF "status", "percent" ON "template_imports"
  FOR EACH ROW EXECUTE FUNCTION hand_on_old_import();
