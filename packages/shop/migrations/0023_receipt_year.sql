-- The year in a receipt's number is the year of the date printed on it: the one in India, where the shop's books are kept.
CREATE FUNCTION receipt_year(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'Asia/Kolkata', 'YYYY')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION next_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT 'VT-' || receipt_year(now()) || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
  FROM nextval('receipt_numbers') AS n
$$;
