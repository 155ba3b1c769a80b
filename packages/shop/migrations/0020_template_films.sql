ALTER TABLE "assets" ADD COLUMN "template_use" text;--> statement-breakpoint
CREATE INDEX "assets_template_use" ON "assets" USING btree ("template_use") WHERE "assets"."template_use" is not null;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_template_use" CHECK ("assets"."template_use" in ('film', 'plate', 'goods'));--> statement-breakpoint
-- What templates have their films for. Workers move those that lie in the open and make the copies for editors.
UPDATE "assets" SET "template_use" = "used"."use"
FROM (
  SELECT DISTINCT ON ("named"."id") "named"."id", "named"."use"
  FROM (
    SELECT "file"."key" AS "id",
           CASE
             WHEN jsonb_array_length("version"."document" -> 'fields') = 0 THEN 'goods'
             WHEN "file"."value" ->> 'kind' = 'plate' THEN 'plate'
             ELSE 'film'
           END AS "use"
    FROM "template_versions" "version"
    CROSS JOIN LATERAL jsonb_each("version"."document" -> 'assets') "file"
    WHERE "file"."value" ->> 'kind' IN ('video', 'plate')
  ) "named"
  ORDER BY "named"."id", "named"."use" = 'goods'
) "used"
WHERE "assets"."id" = "used"."id" AND "assets"."kind" = 'video' AND "assets"."owner_user_id" IS NULL;
