CREATE TABLE "frame_comparisons" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"engine_version" text NOT NULL,
	"frames" jsonb NOT NULL,
	"compared_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "frame_comparisons_accepted" CHECK ("frame_comparisons"."accepted_at" is null or "frame_comparisons"."compared_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "frame_comparisons" ADD CONSTRAINT "frame_comparisons_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;