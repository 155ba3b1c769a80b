CREATE TABLE "settings" (
	"section" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'seller', 'pricing')),
	CONSTRAINT "settings_revision" CHECK ("settings"."revision" > 0)
);
--> statement-breakpoint
ALTER TABLE "admin_acts" DROP CONSTRAINT "admin_acts_subject_kind";--> statement-breakpoint
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_subject_kind" CHECK ("admin_acts"."subject_kind" in ('gate', 'user', 'template', 'payment', 'settings'));