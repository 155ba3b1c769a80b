CREATE TABLE "money_receipt_series" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "money_receipt_series_last" CHECK ("money_receipt_series"."last" > 0)
);
--> statement-breakpoint
-- India's financial year of a moment: 2026-27 is April 2026 to March 2027.
CREATE FUNCTION financial_year(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT y || '-' || lpad(((y + 1) % 100)::text, 2, '0')
  FROM (SELECT extract(year FROM at AT TIME ZONE 'Asia/Kolkata' - interval '3 months')::int AS y) AS year
$$;
--> statement-breakpoint
-- The row stays locked until the payment is committed, so that no number is lost and none is given twice.
CREATE FUNCTION next_money_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  INSERT INTO money_receipt_series AS series (financial_year, last) VALUES (financial_year(now()), 1)
  ON CONFLICT (financial_year) DO UPDATE SET last = series.last + 1
  RETURNING 'R-' || financial_year || '-' || lpad(last::text, greatest(6, length(last::text)), '0')
$$;
