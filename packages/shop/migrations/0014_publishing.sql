CREATE TABLE "template_imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid,
	"template_id" text,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"files" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"report" jsonb,
	"draft_template_id" text,
	"version_id" uuid,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_imports_status" CHECK ("template_imports"."status" in ('waiting', 'reading', 'done', 'failed')),
	CONSTRAINT "template_imports_percent" CHECK ("template_imports"."percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "template_previews" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"order_number" integer DEFAULT 1 NOT NULL,
	"is_poster_only" boolean DEFAULT false NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"poster_frame" integer,
	"poster_asset_id" text,
	"preview_asset_id" text,
	"dominant_color" text,
	"error_message" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_previews_status" CHECK ("template_previews"."status" in ('waiting', 'making', 'ready', 'failed')),
	CONSTRAINT "template_previews_percent" CHECK ("template_previews"."percent" between 0 and 100),
	CONSTRAINT "template_previews_frame" CHECK ("template_previews"."poster_frame" >= 0),
	CONSTRAINT "template_previews_color" CHECK ("template_previews"."dominant_color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "template_previews_ready_is_whole" CHECK ("template_previews"."status" <> 'ready' or ("template_previews"."poster_asset_id" is not null and "template_previews"."preview_asset_id" is not null and "template_previews"."dominant_color" is not null))
);
--> statement-breakpoint
ALTER TABLE "templates" ALTER COLUMN "poster_asset_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ALTER COLUMN "preview_asset_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_draft_template_id_templates_id_fk" FOREIGN KEY ("draft_template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_poster_asset_id_assets_id_fk" FOREIGN KEY ("poster_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_preview_asset_id_assets_id_fk" FOREIGN KEY ("preview_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_imports_newest" ON "template_imports" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_published_is_shown" CHECK ("templates"."status" <> 'published' or ("templates"."poster_asset_id" is not null and "templates"."preview_asset_id" is not null));--> statement-breakpoint
INSERT INTO "template_previews" ("version_id", "status", "percent", "poster_asset_id", "preview_asset_id", "dominant_color")
SELECT "current_version_id", 'ready', 100, "poster_asset_id", "preview_asset_id", "dominant_color" FROM "templates" WHERE "current_version_id" IS NOT NULL;
