ALTER TABLE "templates" ADD COLUMN "free_from" date;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "free_until" date;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "newness" bigint GENERATED ALWAYS AS (template_search_rank(0, coalesce(published_at, created_at))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "templates_newness" ON "templates" USING btree ("kind","newness","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
CREATE INDEX "templates_free" ON "templates" USING btree ("free_until") WHERE "templates"."free_until" is not null;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_free_period" CHECK (("templates"."free_from" is null) = ("templates"."free_until" is null) and "templates"."free_from" <= "templates"."free_until");