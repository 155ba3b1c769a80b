-- What the tables stand on: trigram search, time-ordered ids on servers older than 18, and the text that search looks at.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
DO $$
BEGIN
  -- PostgreSQL 18 brings uuidv7() along. Older servers get the same: 48 bits of milliseconds, version 7, random rest.
  IF to_regprocedure('pg_catalog.uuidv7()') IS NULL AND to_regprocedure('uuidv7()') IS NULL THEN
    CREATE FUNCTION uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $body$
      SELECT encode(
        set_bit(
          set_bit(
            overlay(
              uuid_send(gen_random_uuid())
              PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              FROM 1 FOR 6
            ),
            52, 1
          ),
          53, 1
        ),
        'hex'
      )::uuid
    $body$;
  END IF;
END
$$;
--> statement-breakpoint
-- Name, description and categories, each on its own line, so that a search never matches across two of them.
-- array_to_string is only called stable because it may take any type; for text it is immutable, as a generated column needs.
CREATE FUNCTION template_search_text(name text, description text, categories text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(name || E'\n' || description || E'\n' || array_to_string(categories, E'\n'));
