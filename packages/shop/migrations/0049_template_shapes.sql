ALTER TABLE "template_versions" ADD COLUMN "shapes" jsonb;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "layout_version" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "disabled_shapes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_shapes" CHECK (jsonb_typeof("template_versions"."shapes") = 'array');--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_disabled_shapes" CHECK (jsonb_typeof("templates"."disabled_shapes") = 'object');--> statement-breakpoint
CREATE OR REPLACE FUNCTION template_facets(template templates) RETURNS text[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  version template_versions;
  seconds numeric;
  photos integer;
  found text[] := ARRAY[
    price_facet('price:', template.price_credits), price_facet('price-india:', template.price_credits_india)
  ];
BEGIN
  SELECT * INTO version FROM template_versions WHERE id = template.current_version_id;
  IF version.id IS NULL THEN RETURN found; END IF;
  found := found || shape_facet(version.width, version.height);
  -- Its other shapes that the owner offers. Until a program has computed them: the designer's variants, each with its canvas, or
  -- the one of the document where it stays.
  SELECT found || coalesce(array_agg(DISTINCT shape_facet(
    coalesce(shape.width, version.width), coalesce(shape.height, version.height)
  )), '{}') INTO found FROM (
    SELECT given ->> 'aspect' AS aspect, (given ->> 'width')::numeric AS width, (given ->> 'height')::numeric AS height
    FROM jsonb_array_elements(coalesce(version.shapes, '[]')) AS given
    UNION ALL
    SELECT key, (value #>> '{canvas,width}')::numeric, (value #>> '{canvas,height}')::numeric
    FROM jsonb_each(coalesce(version.document -> 'variants', '{}')) WHERE version.shapes IS NULL
  ) AS shape WHERE template.kind <> 'direct-sell' AND NOT template.disabled_shapes ? shape.aspect;
  IF template.kind <> 'image' THEN
    seconds := version.duration_frames * version.fps_denominator::numeric / version.fps_numerator;
    found := found || ('length:' || CASE
      WHEN seconds <= 10 THEN 'up-to-10' WHEN seconds <= 20 THEN '10-20' WHEN seconds <= 40 THEN '20-40' ELSE 'over-40' END);
  END IF;
  IF template.kind <> 'direct-sell' THEN
    photos := coalesce((version.editable ->> 'photo')::integer, 0) + coalesce((version.editable ->> 'video')::integer, 0)
      + coalesce((version.editable ->> 'photoOrVideo')::integer, 0);
    found := found || ('photos:' || CASE
      WHEN photos = 0 THEN 'none' WHEN photos = 1 THEN '1' WHEN photos <= 3 THEN '2-3' WHEN photos <= 8 THEN '4-8'
      ELSE 'over-8' END);
  END IF;
  SELECT found || coalesce(array_agg('language:' || language), '{}') INTO found
  FROM unnest(template_languages(
    version.document, template.name || ' ' || template.description || ' ' || array_to_string(template.categories, ' ')
  )) AS language;
  RETURN ARRAY(SELECT DISTINCT unnest(found) ORDER BY 1);
END $$;--> statement-breakpoint
DROP TRIGGER templates_facets_kept ON templates;--> statement-breakpoint
CREATE TRIGGER templates_facets_kept
BEFORE INSERT OR UPDATE OF kind, status, name, description, categories, price_credits, price_credits_india, current_version_id,
  disabled_shapes
ON templates FOR EACH ROW EXECUTE FUNCTION set_template_facets();--> statement-breakpoint
-- A version whose shapes were computed later than it went on sale.
CREATE FUNCTION follow_version_shapes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE templates SET facets = template_facets(templates) WHERE current_version_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER template_versions_shapes_followed AFTER UPDATE OF shapes ON template_versions
FOR EACH ROW EXECUTE FUNCTION follow_version_shapes();
