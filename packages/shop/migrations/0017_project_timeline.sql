ALTER TABLE "project_versions" ADD COLUMN "timeline" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "timeline" jsonb;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "timeline" jsonb;