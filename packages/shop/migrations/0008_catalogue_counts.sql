CREATE TABLE "catalogue_counts" (
	"kind" text NOT NULL,
	"section" text NOT NULL,
	"template_count" integer NOT NULL,
	CONSTRAINT "catalogue_counts_kind_section_pk" PRIMARY KEY("kind","section"),
	CONSTRAINT "catalogue_counts_positive" CHECK ("catalogue_counts"."template_count" >= 0)
);
--> statement-breakpoint
INSERT INTO catalogue_counts (kind, section, template_count)
SELECT kind, section, count(*)::int
FROM templates, LATERAL (SELECT '' AS section UNION SELECT unnest(sections)) AS places
WHERE status = 'published' GROUP BY kind, section;--> statement-breakpoint
-- Rows are always taken in the order of their sections, so that two changes at once cannot wait for each other.
CREATE FUNCTION change_catalogue_counts(changed_kind text, changed_sections text[], step integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF step > 0 THEN
    INSERT INTO catalogue_counts AS counted (kind, section, template_count)
    SELECT changed_kind, section, step
    FROM (SELECT '' AS section UNION SELECT unnest(changed_sections)) AS places ORDER BY section
    ON CONFLICT (kind, section) DO UPDATE SET template_count = counted.template_count + step;
  ELSE
    PERFORM 1 FROM catalogue_counts
    WHERE kind = changed_kind AND section = ANY (changed_sections || ''::text) ORDER BY section FOR UPDATE;
    UPDATE catalogue_counts SET template_count = template_count + step
    WHERE kind = changed_kind AND section = ANY (changed_sections || ''::text);
  END IF;
END $$;--> statement-breakpoint
-- Many at once are counted together: one row changed a thousand times in a transaction is slow.
CREATE FUNCTION count_added_templates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_counts AS counted (kind, section, template_count)
  SELECT kind, section, count(*)::int
  FROM added, LATERAL (SELECT '' AS section UNION SELECT unnest(sections)) AS places
  WHERE status = 'published' GROUP BY kind, section ORDER BY kind, section
  ON CONFLICT (kind, section) DO UPDATE SET template_count = counted.template_count + excluded.template_count;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_changed_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'published' THEN PERFORM change_catalogue_counts(OLD.kind, OLD.sections, -1); END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = 'published' THEN
    PERFORM change_catalogue_counts(NEW.kind, NEW.sections, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER templates_counted_when_added AFTER INSERT ON templates
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_templates();--> statement-breakpoint
CREATE TRIGGER templates_counted_when_changed AFTER UPDATE OF kind, status, sections ON templates
FOR EACH ROW WHEN ((OLD.kind, OLD.status, OLD.sections) IS DISTINCT FROM (NEW.kind, NEW.status, NEW.sections))
EXECUTE FUNCTION count_changed_template();--> statement-breakpoint
CREATE TRIGGER templates_counted_when_removed AFTER DELETE ON templates
FOR EACH ROW EXECUTE FUNCTION count_changed_template();
