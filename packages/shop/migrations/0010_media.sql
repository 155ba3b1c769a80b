ALTER TABLE "assets" ADD COLUMN "poster_key" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "original_key" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "loudness_lufs" real;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "true_peak_db" real;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_stored_bytes" CHECK ("assets"."stored_bytes" >= 0);--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_percent" CHECK ("assets"."percent" between 0 and 100);--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_stage" CHECK ("assets"."stage" in ('waiting', 'analysing', 'converting', 'checking'));--> statement-breakpoint
UPDATE "assets" SET "stored_bytes" = "size_bytes" WHERE "owner_user_id" IS NOT NULL AND "deleted_at" IS NULL;
