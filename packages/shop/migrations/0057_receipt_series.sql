-- Receipts of both kinds are numbered without gaps, and under the store's own prefix. Receipts that exist keep their numbers.
CREATE TABLE "receipt_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "receipt_series_last" CHECK ("receipt_series"."last" > 0 and "receipt_series"."missing" between 0 and "receipt_series"."last")
);
--> statement-breakpoint
-- Nobody takes a number while they are counted.
LOCK TABLE entitlements, pack_orders IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO receipt_series (series, last) SELECT 'R-' || financial_year, last FROM money_receipt_series;
--> statement-breakpoint
INSERT INTO receipt_series (series, last, missing)
SELECT part[1], max(part[2]::integer), max(part[2]::integer) - count(*)
  FROM (SELECT receipt_number FROM entitlements UNION ALL SELECT receipt_number FROM pack_orders) issued,
       regexp_match(receipt_number, '^(.+)-([0-9]{1,9})$') part
 WHERE part IS NOT NULL
 GROUP BY part[1]
    ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The row stays locked until the receipt is committed, so that no number is lost and none is given twice.
CREATE FUNCTION take_receipt_number(of_series text) RETURNS text LANGUAGE sql VOLATILE AS $$
  INSERT INTO receipt_series AS found (series, last) VALUES (of_series, 1)
  ON CONFLICT (series) DO UPDATE SET last = found.last + 1
  RETURNING series || '-' || lpad(last::text, greatest(6, length(last::text)), '0')
$$;
--> statement-breakpoint
-- What the owner has set in place of the neutral letter.
CREATE FUNCTION receipt_prefix() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT value ->> 'receiptPrefix' FROM settings WHERE section = 'seller' AND value ->> 'receiptPrefix' ~ '^[A-Z0-9]{1,3}$'
$$;
--> statement-breakpoint
-- T-2026-000001, ABC-2026-000001: templates, paid with credits.
CREATE OR REPLACE FUNCTION next_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT take_receipt_number(coalesce(receipt_prefix(), 'T') || '-' || receipt_year(now()))
$$;
--> statement-breakpoint
-- R-2026-27-000001, ABC-26-27-000001: money. With a prefix the year is short: a number may have 16 characters.
CREATE OR REPLACE FUNCTION next_money_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT take_receipt_number(coalesce(receipt_prefix() || '-' || substr(year, 3), 'R-' || year)) FROM financial_year(now()) AS year
$$;
--> statement-breakpoint
DROP TABLE "money_receipt_series";
--> statement-breakpoint
DROP SEQUENCE receipt_numbers;
