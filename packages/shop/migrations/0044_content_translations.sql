CREATE TABLE "content_translations" (
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"text" jsonb,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_translations_slug_language_pk" PRIMARY KEY("slug","language"),
	CONSTRAINT "content_translations_language" CHECK ("content_translations"."language" <> 'en'),
	CONSTRAINT "content_translations_revision" CHECK ("content_translations"."revision" > 0)
);
