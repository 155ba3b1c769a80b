CREATE TABLE "project_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text,
	"reason" text NOT NULL,
	"values" jsonb NOT NULL,
	"ops" jsonb NOT NULL,
	"aspect" text,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_versions_reason" CHECK ("project_versions"."reason" in ('automatic', 'export', 'replaced', 'named')),
	CONSTRAINT "project_versions_named" CHECK ("project_versions"."reason" <> 'named' or "project_versions"."name" is not null)
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "aspect" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "renders" ADD COLUMN "aspect" text;--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_versions_newest" ON "project_versions" USING btree ("project_id","created_at","id");