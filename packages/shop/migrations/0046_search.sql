-- Words of a text in small letters. Split at blanks, ASCII punctuation and the marks of other scripts, not at what the
-- database's locale calls a letter: vowel signs of Indian scripts belong to their words. `wordsOf` in search-text.ts does the same.
CREATE FUNCTION search_words_of(given text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT word
  FROM regexp_split_to_table(
    lower(normalize(given)),
    E'[\\s!-/:-@[-`{-~\u00a0\u00b7\u00d7\u0964\u0965\u060c\u061b\u061f\u2010-\u2015\u2018-\u201f\u2022\u2026]+'
  ) AS word
  WHERE word <> '';
END;--> statement-breakpoint
-- Each word once, and each of name, categories and sections a second time with # in front: these say what a template is, while a
-- description names many things.
CREATE FUNCTION template_search_words(name text, description text, categories text[], sections text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH named AS MATERIALIZED (
    SELECT DISTINCT word FROM search_words_of(
      name || ' ' || array_to_string(categories, ' ') || ' ' || array_to_string(sections, ' ')
    ) AS word
  )
  SELECT coalesce(array_agg(word), '{}') FROM (
    SELECT '#' || word AS word FROM named
    UNION ALL (SELECT word FROM named UNION SELECT search_words_of(description))
  ) AS found;
END;--> statement-breakpoint
-- In thousandths of a day. The time since 1970 is the same in every time zone, which makes it immutable.
CREATE FUNCTION template_search_rank(paid_purchase_count integer, created_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (extract(epoch FROM created_at) / 86.4 + 90000 * ln(1 + paid_purchase_count) / ln(2))::bigint;--> statement-breakpoint
CREATE TABLE "catalogue_terms" (
	"kind" text NOT NULL,
	"term" text NOT NULL,
	"template_count" integer NOT NULL,
	"label_count" integer NOT NULL,
	CONSTRAINT "catalogue_terms_kind_term_pk" PRIMARY KEY("kind","term"),
	CONSTRAINT "catalogue_terms_positive" CHECK ("catalogue_terms"."template_count" >= 0 and "catalogue_terms"."label_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "search_words" text[] GENERATED ALWAYS AS (template_search_words(name, description, categories, sections)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "paid_purchase_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "search_rank" bigint GENERATED ALWAYS AS (template_search_rank(paid_purchase_count, created_at)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "catalogue_terms_prefix" ON "catalogue_terms" USING btree ("kind","term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "catalogue_terms_alike" ON "catalogue_terms" USING gin ("term" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "templates_search_words" ON "templates" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "templates_search_rank" ON "templates" USING btree ("kind","search_rank","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_paid_purchase_count" CHECK ("templates"."paid_purchase_count" >= 0);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'pricing', 'languages', 'launch', 'search', 'providers'));--> statement-breakpoint
UPDATE templates SET paid_purchase_count = paid.purchases
FROM (
  SELECT template_id, count(*)::int AS purchases FROM entitlements
  WHERE EXISTS (
    SELECT FROM credit_transfers
    WHERE idempotency_key IN (spend_key, spend_key || ':paid') AND from_account LIKE 'user:%:paid'
  )
  GROUP BY template_id
) AS paid WHERE paid.template_id = templates.id;--> statement-breakpoint
CREATE FUNCTION template_terms(search_words text[], categories text[], sections text[])
RETURNS TABLE (term text, is_label integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT found.term, max(found.is_label) FROM (
    SELECT unnest(search_words) AS term, 0 AS is_label
    UNION ALL SELECT lower(normalize(unnest(categories || sections))), 1
  ) AS found
  WHERE length(found.term) BETWEEN 1 AND 60 AND found.term NOT LIKE '#%' GROUP BY found.term;
END;--> statement-breakpoint
INSERT INTO catalogue_terms (kind, term, template_count, label_count)
SELECT kind, term, count(*)::int, sum(is_label)::int
FROM templates, template_terms(search_words, categories, sections)
WHERE status = 'published' GROUP BY kind, term;--> statement-breakpoint
-- Rows are always taken in the order of their terms, as in change_catalogue_counts.
CREATE FUNCTION add_catalogue_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_terms AS counted (kind, term, template_count, label_count)
  SELECT kind, term, count(*)::int, sum(is_label)::int
  FROM added, template_terms(search_words, categories, sections)
  WHERE status = 'published' GROUP BY kind, term ORDER BY kind, term
  ON CONFLICT (kind, term) DO UPDATE SET
    template_count = counted.template_count + excluded.template_count,
    label_count = counted.label_count + excluded.label_count;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION change_catalogue_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kinds text[];
  terms text[];
  template_steps integer[];
  label_steps integer[];
BEGIN
  WITH change AS (
    SELECT NEW.kind AS kind, term, 1 AS step, is_label
    FROM template_terms(NEW.search_words, NEW.categories, NEW.sections)
    WHERE TG_OP = 'UPDATE' AND NEW.status = 'published'
    UNION ALL
    SELECT OLD.kind, term, -1, -is_label
    FROM template_terms(OLD.search_words, OLD.categories, OLD.sections) WHERE OLD.status = 'published'
  ), total AS (
    SELECT kind, term, sum(step)::int AS step, sum(is_label)::int AS labels
    FROM change GROUP BY kind, term HAVING sum(step) <> 0 OR sum(is_label) <> 0 ORDER BY kind, term
  )
  SELECT array_agg(kind), array_agg(term), array_agg(step), array_agg(labels)
  INTO kinds, terms, template_steps, label_steps FROM total;
  IF kinds IS NULL THEN RETURN NULL; END IF;
  -- Locks all of them in their order before any is changed.
  INSERT INTO catalogue_terms AS counted (kind, term, template_count, label_count)
  SELECT kind, term, 0, 0 FROM unnest(kinds, terms) AS wanted (kind, term)
  ON CONFLICT (kind, term) DO UPDATE SET template_count = counted.template_count;
  UPDATE catalogue_terms AS counted SET
    template_count = counted.template_count + step, label_count = counted.label_count + labels
  FROM unnest(kinds, terms, template_steps, label_steps) AS wanted (kind, term, step, labels)
  WHERE counted.kind = wanted.kind AND counted.term = wanted.term;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER templates_terms_when_added AFTER INSERT ON templates
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_catalogue_terms();--> statement-breakpoint
CREATE TRIGGER templates_terms_when_changed AFTER UPDATE OF kind, status, name, description, categories, sections ON templates
FOR EACH ROW WHEN (
  (OLD.kind, OLD.status, OLD.search_words, OLD.categories, OLD.sections)
  IS DISTINCT FROM (NEW.kind, NEW.status, NEW.search_words, NEW.categories, NEW.sections)
)
EXECUTE FUNCTION change_catalogue_terms();--> statement-breakpoint
CREATE TRIGGER templates_terms_when_removed AFTER DELETE ON templates
FOR EACH ROW EXECUTE FUNCTION change_catalogue_terms();
