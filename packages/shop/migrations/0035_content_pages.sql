CREATE TABLE "content_pages" (
	"slug" text PRIMARY KEY NOT NULL,
	"text" jsonb,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pages_revision" CHECK ("content_pages"."revision" > 0),
	CONSTRAINT "content_pages_removed" CHECK ("content_pages"."text" is not null or "content_pages"."slug" like 'blog/%')
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'pricing'));