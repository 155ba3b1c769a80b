CREATE TABLE "base_films" (
	"key" text PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "base_films_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "base_films_size" CHECK ("base_films"."size_bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "base_films" ADD CONSTRAINT "base_films_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "base_films_used" ON "base_films" USING btree ("used_at");