DROP INDEX "templates_popularity";--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "catalogue_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "popularity" bigint GENERATED ALWAYS AS (purchase_count::bigint * 1000000 + catalogue_rank) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "templates_popularity" ON "templates" USING btree ("kind","popularity","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_catalogue_rank" CHECK ("templates"."catalogue_rank" between 0 and 999999);