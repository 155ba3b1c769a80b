ALTER TABLE "templates" ADD COLUMN "facets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "templates_facets" ON "templates" USING gin ("facets");--> statement-breakpoint
-- Languages by the scripts that a template's own texts are written in. Devanagari is Hindi, and Arabic letters Urdu, unless the
-- listing names Marathi or Arabic.
CREATE FUNCTION template_languages(document jsonb, listing text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  texts text;
  found text[] := '{}';
BEGIN
  SELECT string_agg(given #>> '{}', E'\n') INTO texts FROM (
    SELECT jsonb_path_query(document, 'lax $.fields[*] ? (@.type == "text").default') AS given
    UNION ALL SELECT jsonb_path_query(document, 'strict $.layers.**.text', silent => true)
  ) AS given WHERE jsonb_typeof(given) = 'string';
  texts := coalesce(texts, '');
  IF texts ~ '[A-Za-z]{3}' THEN found := found || 'en'::text; END IF;
  IF texts ~ '[\u0900-\u097f]{2}' THEN
    found := found || CASE WHEN listing ~* 'marathi|मराठी' THEN 'mr' ELSE 'hi' END;
  END IF;
  IF texts ~ '[\u0b80-\u0bff]{2}' THEN found := found || 'ta'::text; END IF;
  IF texts ~ '[\u0c00-\u0c7f]{2}' THEN found := found || 'te'::text; END IF;
  IF texts ~ '[\u0980-\u09ff]{2}' THEN found := found || 'bn'::text; END IF;
  IF texts ~ '[\u0a80-\u0aff]{2}' THEN found := found || 'gu'::text; END IF;
  IF texts ~ '[\u0600-\u06ff]{2}' THEN
    found := found || CASE WHEN listing ~* 'arabic|عربي' THEN 'ar' ELSE 'ur' END;
  END IF;
  RETURN found;
END $$;--> statement-breakpoint
CREATE FUNCTION price_facet(prefix text, credits integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN prefix || CASE
  WHEN credits = 0 THEN 'free' WHEN credits <= 100 THEN 'up-to-100' WHEN credits <= 250 THEN '101-250' ELSE 'over-250' END;--> statement-breakpoint
-- Sizes are put to the nearest shape: a card of A5 is one for 4:5.
CREATE FUNCTION shape_facet(width numeric, height numeric) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'shape:' || CASE
  WHEN width / height < 0.67 THEN '9:16' WHEN width / height < 0.9 THEN '4:5' WHEN width / height < 1.2 THEN '1:1'
  ELSE '16:9' END;--> statement-breakpoint
CREATE FUNCTION template_facets(template templates) RETURNS text[]
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
  -- Other arrangements of the design: their canvas, or the one of the document where it stays.
  SELECT found || coalesce(array_agg(DISTINCT shape_facet(
    coalesce((variant.value #>> '{canvas,width}')::numeric, version.width),
    coalesce((variant.value #>> '{canvas,height}')::numeric, version.height)
  )), '{}') INTO found FROM jsonb_each(coalesce(version.document -> 'variants', '{}')) AS variant;
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
CREATE FUNCTION set_template_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.facets := template_facets(NEW);
  IF NEW.status = 'published' AND NEW.published_at IS NULL THEN NEW.published_at := now(); END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER templates_facets_kept
BEFORE INSERT OR UPDATE OF kind, status, name, description, categories, price_credits, price_credits_india, current_version_id
ON templates FOR EACH ROW EXECUTE FUNCTION set_template_facets();--> statement-breakpoint
UPDATE templates SET facets = template_facets(templates), published_at = CASE WHEN status <> 'draft' THEN created_at END;
--> statement-breakpoint
ALTER TABLE "content_pages" DROP CONSTRAINT "content_pages_removed";--> statement-breakpoint
ALTER TABLE "content_pages" ADD CONSTRAINT "content_pages_removed" CHECK ("content_pages"."text" is not null or "content_pages"."slug" like 'blog/%' or "content_pages"."slug" like 'occasions/%');
