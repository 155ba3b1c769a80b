CREATE TABLE "language_texts" (
	"language" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'pricing', 'languages', 'launch', 'providers'));