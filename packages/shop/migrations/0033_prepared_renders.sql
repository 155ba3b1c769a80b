CREATE TABLE "prepared_renders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"difference" jsonb NOT NULL,
	"aspect" text,
	"render_key" text NOT NULL,
	"file_key" text,
	"poster_key" text,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prepared_renders_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_kind";--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prepared_renders_oldest" ON "prepared_renders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('import', 'preview', 'upload', 'render', 'prepared-render'));