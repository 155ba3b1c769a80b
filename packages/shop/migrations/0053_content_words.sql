ALTER TABLE "content_pages" ADD COLUMN "words_changed_at" timestamp with time zone;--> statement-breakpoint
-- Which of the earlier changes were of words is not known.
UPDATE "content_pages" SET "words_changed_at" = "changed_at";
