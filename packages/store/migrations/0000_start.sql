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
-- Functions that defaults name come before the tables that they read.
SET LOCAL check_function_bodies = off;
--> statement-breakpoint
-- What the owner has set in place of the neutral letter.
CREATE FUNCTION receipt_prefix() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT value ->> 'receiptPrefix' FROM settings WHERE section = 'seller' AND value ->> 'receiptPrefix' ~ '^[A-Z0-9]{1,3}$'
$$;
--> statement-breakpoint
-- The year in a receipt's number is the year of the date printed on it: the one in India, where the store's books are kept.
CREATE FUNCTION receipt_year(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'Asia/Kolkata', 'YYYY')
$$;
--> statement-breakpoint
-- The row stays locked until the receipt is committed, so that no number is lost and none is given twice.
CREATE FUNCTION take_receipt_number(of_series text) RETURNS text LANGUAGE sql VOLATILE AS $$
  INSERT INTO receipt_series AS found (series, last) VALUES (of_series, 1)
  ON CONFLICT (series) DO UPDATE SET last = found.last + 1
  RETURNING series || '-' || lpad(last::text, greatest(6, length(last::text)), '0')
$$;
--> statement-breakpoint
-- T-2026-000001, ABC-2026-000001: templates, paid with credits.
CREATE FUNCTION next_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT take_receipt_number(coalesce(receipt_prefix(), 'T') || '-' || receipt_year(now()))
$$;
--> statement-breakpoint
-- Words of a text in small letters. Split at blanks, ASCII punctuation and the marks of other scripts, not at what the
-- database's locale calls a letter: vowel signs of Indian scripts belong to their words. `splitWords` in search-text.ts does the same.
CREATE FUNCTION search_words_of(given text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT word
  FROM regexp_split_to_table(
    lower(normalize(given)),
    E'[\\s!-/:-@[-`{-~\u00a0\u00b7\u00d7\u0964\u0965\u060c\u061b\u061f\u2010-\u2015\u2018-\u201f\u2022\u2026]+'
  ) AS word
  WHERE word <> '';
END;
--> statement-breakpoint
-- In thousandths of a day. The time since 1970 is the same in every time zone, which makes it immutable.
CREATE FUNCTION template_search_rank(paid_purchase_count integer, created_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (extract(epoch FROM created_at) / 86.4 + 90000 * ln(1 + paid_purchase_count) / ln(2))::bigint;
--> statement-breakpoint
-- Name, description and categories, each on its own line, so that a search never matches across two of them.
-- array_to_string is only called stable because it may take any type; for text it is immutable, as a generated column needs.
CREATE FUNCTION template_search_text(name text, description text, categories text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(name || E'\n' || description || E'\n' || array_to_string(categories, E'\n'));
--> statement-breakpoint
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
END;
--> statement-breakpoint
CREATE SCHEMA "sandbox_payment";
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entered_admin_at" timestamp with time zone,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"purpose" text NOT NULL,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"verified_from" text,
	"proof_hash" text,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "otps_channel" CHECK ("otps"."channel" in ('mail', 'sms')),
	CONSTRAINT "otps_purpose" CHECK ("otps"."purpose" in ('register', 'reset', 'phone', 'sign-in')),
	CONSTRAINT "otps_tries" CHECK ("otps"."tries" between 0 and 5),
	CONSTRAINT "otps_consumed_after_verified" CHECK ("otps"."consumed_at" is null or "otps"."verified_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_counters_rule_subject_pk" PRIMARY KEY("rule","subject"),
	CONSTRAINT "rate_counters_count" CHECK ("rate_counters"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "reward_marks" (
	"kind" text NOT NULL,
	"subject_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reward_marks_kind_subject_hash_pk" PRIMARY KEY("kind","subject_hash"),
	CONSTRAINT "reward_marks_kind" CHECK ("reward_marks"."kind" in ('deleted-email', 'profile-email', 'profile-phone', 'signup-phone'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"remember_me" boolean NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_nonces" (
	"nonce_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"actual_name" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"phone_verified_at" timestamp with time zone,
	"employment_field" text DEFAULT '' NOT NULL,
	"profile_picture_key" text,
	"is_google_user" boolean DEFAULT false NOT NULL,
	"google_subject" text,
	"role" text DEFAULT 'buyer' NOT NULL,
	"language" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_e164" CHECK ("users"."phone_number" ~ '^(\+[1-9]\d{6,14})?$'),
	CONSTRAINT "users_language" CHECK ("users"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('buyer', 'owner', 'manager', 'designer', 'support', 'accountant')),
	CONSTRAINT "users_can_sign_in" CHECK ("users"."deleted_at" is not null or "users"."google_subject" is not null or "users"."password_hash" is not null or "users"."phone_verified_at" is not null or "users"."email" not like '%.invalid'),
	CONSTRAINT "users_deleted_is_empty" CHECK ("users"."deleted_at" is null or ("users"."password_hash" is null and "users"."google_subject" is null and "users"."profile_picture_key" is null and "users"."phone_number" = '' and "users"."actual_name" = ''))
);
--> statement-breakpoint
CREATE TABLE "admin_password" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"password_hash" text,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"switched_off_at" timestamp with time zone,
	CONSTRAINT "admin_password_one_row" CHECK ("admin_password"."is_only"),
	CONSTRAINT "admin_password_present" CHECK ("admin_password"."password_hash" is not null or "admin_password"."switched_off_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"factor_id" uuid,
	"password_mark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_sessions_opened_with" CHECK (num_nonnulls("admin_sessions"."factor_id", "admin_sessions"."password_mark") = 1)
);
--> statement-breakpoint
CREATE TABLE "admin_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"happened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_key" text,
	CONSTRAINT "admin_acts_request_unique" UNIQUE("request_key"),
	CONSTRAINT "admin_acts_subject_kind" CHECK ("admin_acts"."subject_kind" in ('gate', 'user', 'template', 'payment', 'settings', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "factor_challenges" (
	"session_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "factor_challenges_session_id_purpose_pk" PRIMARY KEY("session_id","purpose"),
	CONSTRAINT "factor_challenges_purpose" CHECK ("factor_challenges"."purpose" in ('totp', 'passkey', 'passkey-sign-in'))
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"secret_encrypted" text,
	"last_step" bigint,
	"name" text DEFAULT '' NOT NULL,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"code_hashes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "second_factors_encrypted" CHECK ("second_factors"."secret_encrypted" like 'aes-256-gcm:%'),
	CONSTRAINT "second_factors_kind" CHECK ("second_factors"."kind" in ('totp', 'passkey', 'recovery-codes')),
	CONSTRAINT "second_factors_whole" CHECK (("second_factors"."kind" = 'totp') = ("second_factors"."secret_encrypted" is not null) and ("second_factors"."kind" = 'passkey') = ("second_factors"."credential_id" is not null and "second_factors"."public_key" is not null))
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_invitations_email" UNIQUE("email"),
	CONSTRAINT "staff_invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "staff_invitations_email_lower" CHECK ("staff_invitations"."email" = lower("staff_invitations"."email")),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'designer', 'support', 'accountant'))
);
--> statement-breakpoint
CREATE TABLE "buyer_sums" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"paise" bigint DEFAULT 0 NOT NULL,
	"returned_paise" bigint DEFAULT 0 NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"credits_spent" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"is_sale" boolean DEFAULT true NOT NULL,
	"user_id" uuid NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"paise" bigint NOT NULL,
	"returned_paise" bigint NOT NULL,
	"credits" bigint NOT NULL,
	CONSTRAINT "pack_sales_amount" CHECK (case when "pack_sales"."is_sale" then "pack_sales"."paise" > 0 and "pack_sales"."returned_paise" = 0 else "pack_sales"."paise" = -"pack_sales"."returned_paise" end)
);
--> statement-breakpoint
CREATE TABLE "catalogue_counts" (
	"kind" text NOT NULL,
	"section" text NOT NULL,
	"template_count" integer NOT NULL,
	CONSTRAINT "catalogue_counts_kind_section_pk" PRIMARY KEY("kind","section"),
	CONSTRAINT "catalogue_counts_positive" CHECK ("catalogue_counts"."template_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "catalogue_terms" (
	"kind" text NOT NULL,
	"term" text NOT NULL,
	"template_count" integer NOT NULL,
	"label_count" integer NOT NULL,
	CONSTRAINT "catalogue_terms_kind_term_pk" PRIMARY KEY("kind","term"),
	CONSTRAINT "catalogue_terms_positive" CHECK ("catalogue_terms"."template_count" >= 0 and "catalogue_terms"."label_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "template_imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid,
	"template_id" text,
	"name" text NOT NULL,
	"upload_id" text,
	"files" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"report" jsonb,
	"failure" jsonb,
	"draft_template_id" text,
	"version_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_imports_upload" UNIQUE("upload_id")
);
--> statement-breakpoint
CREATE TABLE "template_previews" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"is_poster_only" boolean DEFAULT false NOT NULL,
	"poster_frame" integer,
	"poster_asset_id" text,
	"preview_asset_id" text,
	"dominant_color" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_previews_frame" CHECK ("template_previews"."poster_frame" >= 0),
	CONSTRAINT "template_previews_color" CHECK ("template_previews"."dominant_color" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" text NOT NULL,
	"document_hash" text NOT NULL,
	"document" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"fps_numerator" integer NOT NULL,
	"fps_denominator" integer NOT NULL,
	"duration_frames" integer NOT NULL,
	"editable" jsonb NOT NULL,
	"report" jsonb,
	"shapes" jsonb,
	"layout_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_versions_shapes" CHECK (jsonb_typeof("template_versions"."shapes") = 'array'),
	CONSTRAINT "template_versions_size" CHECK ("template_versions"."width" > 0 and "template_versions"."height" > 0),
	CONSTRAINT "template_versions_time" CHECK ("template_versions"."fps_numerator" > 0 and "template_versions"."fps_denominator" > 0 and "template_versions"."duration_frames" > 0)
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"categories" text[] NOT NULL,
	"sections" text[] NOT NULL,
	"compatibility" text[] NOT NULL,
	"price_credits" integer NOT NULL,
	"price_credits_india" integer NOT NULL,
	"license_name" text NOT NULL,
	"license_summary" text NOT NULL,
	"poster_asset_id" text,
	"preview_asset_id" text,
	"dominant_color" text NOT NULL,
	"current_version_id" uuid,
	"purchase_count" integer DEFAULT 0 NOT NULL,
	"catalogue_rank" integer DEFAULT 0 NOT NULL,
	"popularity" bigint GENERATED ALWAYS AS (purchase_count::bigint * 1000000 + catalogue_rank) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (template_search_text(name, description, categories)) STORED NOT NULL,
	"search_words" text[] GENERATED ALWAYS AS (template_search_words(name, description, categories, sections)) STORED NOT NULL,
	"facets" text[] DEFAULT '{}' NOT NULL,
	"disabled_shapes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"free_from" date,
	"free_until" date,
	"newness" bigint GENERATED ALWAYS AS (template_search_rank(0, coalesce(published_at, created_at))) STORED NOT NULL,
	"paid_purchase_count" integer DEFAULT 0 NOT NULL,
	"search_rank" bigint GENERATED ALWAYS AS (template_search_rank(paid_purchase_count, created_at)) STORED NOT NULL,
	CONSTRAINT "templates_id" CHECK ("templates"."id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "templates"."id" !~ '-template$'),
	CONSTRAINT "templates_kind" CHECK ("templates"."kind" in ('video', 'image', 'direct-sell')),
	CONSTRAINT "templates_status" CHECK ("templates"."status" in ('draft', 'published', 'withdrawn')),
	CONSTRAINT "templates_price" CHECK ("templates"."price_credits" >= 0 and "templates"."price_credits_india" >= 0),
	CONSTRAINT "templates_free_period" CHECK (("templates"."free_from" is null) = ("templates"."free_until" is null) and "templates"."free_from" <= "templates"."free_until"),
	CONSTRAINT "templates_color" CHECK ("templates"."dominant_color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "templates_purchase_count" CHECK ("templates"."purchase_count" >= 0),
	CONSTRAINT "templates_disabled_shapes" CHECK (jsonb_typeof("templates"."disabled_shapes") = 'object'),
	CONSTRAINT "templates_catalogue_rank" CHECK ("templates"."catalogue_rank" between 0 and 999999),
	CONSTRAINT "templates_published_has_document" CHECK ("templates"."status" <> 'published' or "templates"."current_version_id" is not null),
	CONSTRAINT "templates_published_is_shown" CHECK ("templates"."status" <> 'published' or ("templates"."poster_asset_id" is not null and "templates"."preview_asset_id" is not null)),
	CONSTRAINT "templates_paid_purchase_count" CHECK ("templates"."paid_purchase_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"balance" bigint,
	CONSTRAINT "credit_accounts_kind" CHECK ("credit_accounts"."kind" in ('system', 'user-promotional', 'user-paid')),
	CONSTRAINT "credit_accounts_id" CHECK ("credit_accounts"."id" = case "credit_accounts"."kind" when 'system' then "credit_accounts"."id" when 'user-promotional' then 'user:' || "credit_accounts"."user_id"::text || ':promotional' else 'user:' || "credit_accounts"."user_id"::text || ':paid' end),
	CONSTRAINT "credit_accounts_system_has_no_user" CHECK (("credit_accounts"."kind" = 'system') = ("credit_accounts"."user_id" is null)),
	CONSTRAINT "credit_accounts_system_has_no_balance" CHECK (("credit_accounts"."kind" = 'system') = ("credit_accounts"."balance" is null)),
	CONSTRAINT "credit_accounts_never_negative" CHECK ("credit_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"credits" bigint NOT NULL,
	"balance_after" bigint,
	CONSTRAINT "credit_entries_not_zero" CHECK ("credit_entries"."credits" <> 0),
	CONSTRAINT "credit_entries_never_negative" CHECK ("credit_entries"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_transfers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"idempotency_key" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"credits" bigint NOT NULL,
	"reason" text NOT NULL,
	"description" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_transfers_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "credit_transfers_positive" CHECK ("credit_transfers"."credits" > 0),
	CONSTRAINT "credit_transfers_two_accounts" CHECK ("credit_transfers"."from_account" <> "credit_transfers"."to_account"),
	CONSTRAINT "credit_transfers_reason" CHECK ("credit_transfers"."reason" in ('signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute'))
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_user_id_template_id_pk" PRIMARY KEY("user_id","template_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"credits_charged" integer DEFAULT 0 NOT NULL,
	"remaining_credits" integer DEFAULT 0 NOT NULL,
	"skipped" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_key_unique" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "checkouts_credits" CHECK ("checkouts"."credits_charged" >= 0 and "checkouts"."remaining_credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"licences" integer DEFAULT 1 NOT NULL,
	"credits_charged" integer NOT NULL,
	"spend_key" text,
	"checkout_id" uuid,
	"receipt_number" text DEFAULT next_receipt_number() NOT NULL,
	"template_name" text NOT NULL,
	"license_name" text NOT NULL,
	"license_summary" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entitlements_user_id_template_id_pk" PRIMARY KEY("user_id","template_id"),
	CONSTRAINT "entitlements_receipt_unique" UNIQUE("receipt_number"),
	CONSTRAINT "entitlements_licences" CHECK ("entitlements"."licences" between 1 and 99),
	CONSTRAINT "entitlements_charge" CHECK ("entitlements"."credits_charged" >= 0),
	CONSTRAINT "entitlements_charge_is_booked" CHECK (("entitlements"."credits_charged" > 0) = ("entitlements"."spend_key" is not null))
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_user_id_template_id_pk" PRIMARY KEY("user_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" text PRIMARY KEY NOT NULL,
	"operation_id" uuid,
	"owner_user_id" uuid,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"mime" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"file_name" text DEFAULT '' NOT NULL,
	"storage_key" text,
	"proxy_key" text,
	"template_use" text,
	"poster_key" text,
	"original_key" text,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_id" text,
	"error_code" text,
	"error_message" text,
	"loudness_lufs" real,
	"true_peak_db" real,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "assets_id" CHECK (("assets"."owner_user_id" is null) = ("assets"."id" like 'sha256:%')),
	CONSTRAINT "assets_kind" CHECK ("assets"."kind" in ('image', 'video', 'audio', 'font')),
	CONSTRAINT "assets_status" CHECK ("assets"."status" in ('processing', 'ready', 'failed')),
	CONSTRAINT "assets_ready_is_stored" CHECK ("assets"."status" <> 'ready' or "assets"."storage_key" is not null),
	CONSTRAINT "assets_template_use" CHECK ("assets"."template_use" in ('video', 'plate', 'goods')),
	CONSTRAINT "assets_size" CHECK ("assets"."size_bytes" >= 0),
	CONSTRAINT "assets_stored_bytes" CHECK ("assets"."stored_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"upload_id" text NOT NULL,
	"offset_bytes" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	"storage_key" text NOT NULL,
	CONSTRAINT "upload_parts_upload_id_offset_bytes_pk" PRIMARY KEY("upload_id","offset_bytes"),
	CONSTRAINT "upload_parts_size" CHECK ("upload_parts"."size_bytes" > 0 and "upload_parts"."offset_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_received" CHECK ("uploads"."received_bytes" between 0 and "uploads"."size_bytes")
);
--> statement-breakpoint
CREATE TABLE "upkeep_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "upkeep_runs_kind" CHECK ("upkeep_runs"."kind" in ('backup', 'ledger-check', 'test-mail', 'test-sms', 'test-payment', 'test-address', 'test-storage', 'test-sign-in')),
	CONSTRAINT "upkeep_runs_outcome" CHECK ("upkeep_runs"."outcome" in ('good', 'bad'))
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"owner_user_id" uuid,
	"subject" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"percent" integer DEFAULT 0 NOT NULL,
	"seconds_left" integer,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('import', 'preview', 'upload', 'render', 'prepared-render')),
	CONSTRAINT "operations_status" CHECK ("operations"."status" in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "operations_percent" CHECK ("operations"."percent" between 0 and 100),
	CONSTRAINT "operations_attempt" CHECK ("operations"."attempt" >= 0),
	CONSTRAINT "operations_failures" CHECK ("operations"."failures" >= 0),
	CONSTRAINT "operations_failed_says_why" CHECK (("operations"."status" = 'failed') = ("operations"."error_code" is not null)),
	CONSTRAINT "operations_error_has_message" CHECK (("operations"."error_code" is null) = ("operations"."error_message" is null))
);
--> statement-breakpoint
CREATE TABLE "pack_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"pack_id" text NOT NULL,
	"is_starter" boolean NOT NULL,
	"credits" integer NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text NOT NULL,
	"gateway_order_id" text,
	"status" text DEFAULT 'created' NOT NULL,
	"failure" text,
	"failure_reason" text,
	"receipt_number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now(),
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pack_orders_gateway_order_unique" UNIQUE("gateway_order_id"),
	CONSTRAINT "pack_orders_receipt_unique" UNIQUE("receipt_number"),
	CONSTRAINT "pack_orders_status" CHECK ("pack_orders"."status" in ('created', 'pending', 'failed', 'expired', 'paid', 'refunded')),
	CONSTRAINT "pack_orders_positive" CHECK ("pack_orders"."credits" > 0 and "pack_orders"."amount_paise" >= 100),
	CONSTRAINT "pack_orders_currency" CHECK ("pack_orders"."currency" = 'INR'),
	CONSTRAINT "pack_orders_paid" CHECK (case when "pack_orders"."paid_at" is null then "pack_orders"."status" <> 'paid' else "pack_orders"."status" in ('paid', 'refunded') and "pack_orders"."gateway_order_id" is not null end),
	CONSTRAINT "pack_orders_receipt" CHECK (("pack_orders"."paid_at" is null) = ("pack_orders"."receipt_number" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"amount_deducted_paise" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount_paise" >= 0 and "payment_disputes"."amount_deducted_paise" >= 0),
	CONSTRAINT "payment_disputes_status" CHECK ("payment_disputes"."status" in ('open', 'under_review', 'closed', 'lost', 'won'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"gateway_order_id" text,
	"payment_id" text,
	"outcome" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_paise" > 0),
	CONSTRAINT "payment_refunds_status" CHECK ("payment_refunds"."status" in ('pending', 'processed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"error_description" text,
	"error_reason" text,
	"outcome" text DEFAULT 'none' NOT NULL,
	"unapplied_reason" text,
	"grant_key" text,
	"credits_granted" integer DEFAULT 0 NOT NULL,
	"returned_paise" bigint DEFAULT 0 NOT NULL,
	"credits_clawed_back" integer DEFAULT 0 NOT NULL,
	"credits_short" integer DEFAULT 0 NOT NULL,
	"reversals" integer DEFAULT 0 NOT NULL,
	"next_return_at" timestamp with time zone,
	"return_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'failed', 'authorized', 'captured', 'refunded')),
	CONSTRAINT "payments_outcome" CHECK ("payments"."outcome" in ('none', 'granted', 'unapplied')),
	CONSTRAINT "payments_settled" CHECK (("payments"."outcome" = 'none') = ("payments"."settled_at" is null)),
	CONSTRAINT "payments_only_captured_money_counts" CHECK ("payments"."outcome" = 'none' or "payments"."status" in ('captured', 'refunded')),
	CONSTRAINT "payments_grant" CHECK (case "payments"."outcome" when 'granted' then "payments"."credits_granted" > 0 and "payments"."grant_key" = 'payment:' || "payments"."payment_id" else "payments"."credits_granted" = 0 and "payments"."grant_key" is null end),
	CONSTRAINT "payments_unapplied" CHECK (("payments"."outcome" = 'unapplied') = ("payments"."unapplied_reason" is not null)),
	CONSTRAINT "payments_return" CHECK ("payments"."next_return_at" is null or "payments"."outcome" = 'unapplied'),
	CONSTRAINT "payments_returned" CHECK ("payments"."returned_paise" between 0 and "payments"."amount_paise"),
	CONSTRAINT "payments_clawback" CHECK ("payments"."credits_clawed_back" >= 0 and "payments"."credits_short" >= 0 and "payments"."credits_clawed_back" + "payments"."credits_short" = "payments"."credits_granted" * "payments"."returned_paise" / greatest("payments"."amount_paise", 1))
);
--> statement-breakpoint
CREATE TABLE "receipt_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "receipt_series_last" CHECK ("receipt_series"."last" > 0 and "receipt_series"."missing" between 0 and "receipt_series"."last")
);
--> statement-breakpoint
CREATE TABLE "project_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text,
	"reason" text NOT NULL,
	"values" jsonb NOT NULL,
	"difference" jsonb NOT NULL,
	"aspect" text,
	"timeline" jsonb,
	"size_bytes" integer GENERATED ALWAYS AS (octet_length("values"::text) + octet_length("difference"::text) + coalesce(octet_length("timeline"::text), 0)) STORED,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_versions_reason" CHECK ("project_versions"."reason" in ('automatic', 'export', 'replaced', 'named')),
	CONSTRAINT "project_versions_named" CHECK ("project_versions"."reason" <> 'named' or "project_versions"."name" is not null)
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"name" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"difference" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"aspect" text,
	"timeline" jsonb,
	"size_bytes" integer GENERATED ALWAYS AS (octet_length("values"::text) + octet_length("difference"::text) + coalesce(octet_length("timeline"::text), 0)) STORED,
	"revision" integer DEFAULT 0 NOT NULL,
	"attempt_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "projects_revision" CHECK ("projects"."revision" >= 0)
);
--> statement-breakpoint
CREATE TABLE "prepared_renders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"difference" jsonb NOT NULL,
	"aspect" text,
	"render_key" text NOT NULL,
	"file_key" text,
	"poster_key" text,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prepared_renders_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "reference_renders" (
	"key" text PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reference_renders_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "reference_renders_size" CHECK ("reference_renders"."size_bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "render_requests" (
	"user_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"project_id" uuid NOT NULL,
	"render_id" uuid NOT NULL,
	"credits_charged" integer NOT NULL,
	"already_purchased" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "render_requests_user_id_idempotency_key_pk" PRIMARY KEY("user_id","idempotency_key"),
	CONSTRAINT "render_requests_charge" CHECK ("render_requests"."credits_charged" >= 0)
);
--> statement-breakpoint
CREATE TABLE "renders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"difference" jsonb NOT NULL,
	"aspect" text,
	"timeline" jsonb,
	"output" jsonb,
	"render_key" text NOT NULL,
	"file_key" text,
	"poster_key" text,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renders_kind" CHECK ("renders"."kind" in ('preview', 'full'))
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"slug" text PRIMARY KEY NOT NULL,
	"text" jsonb,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words_changed_at" timestamp with time zone,
	CONSTRAINT "content_pages_revision" CHECK ("content_pages"."revision" > 0),
	CONSTRAINT "content_pages_removed" CHECK ("content_pages"."text" is not null or "content_pages"."slug" like 'blog/%' or "content_pages"."slug" like 'occasions/%'),
	CONSTRAINT "content_pages_templates" CHECK (coalesce(jsonb_typeof("content_pages"."text" -> 'templates'), 'null') = 'null' or ("content_pages"."slug" like 'occasions/%' and jsonb_array_length("content_pages"."text" -> 'templates') between 1 and 60)),
	CONSTRAINT "content_pages_share_picture" CHECK ("content_pages"."slug" like 'occasions/%' or coalesce(jsonb_typeof("content_pages"."text" -> 'sharePicture'), 'null') = 'null')
);
--> statement-breakpoint
CREATE TABLE "content_translations" (
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"text" jsonb,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_translations_slug_language_pk" PRIMARY KEY("slug","language"),
	CONSTRAINT "content_translations_language" CHECK ("content_translations"."language" <> 'en'),
	CONSTRAINT "content_translations_revision" CHECK ("content_translations"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "language_texts" (
	"language" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"section" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'pricing', 'languages', 'launch', 'search', 'providers')),
	CONSTRAINT "settings_revision" CHECK ("settings"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "store_setup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key_hash" text NOT NULL,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"owner" jsonb,
	"samples" jsonb,
	"finished_at" timestamp with time zone,
	CONSTRAINT "store_setup_one_row" CHECK ("store_setup"."is_only"),
	CONSTRAINT "store_setup_steps_done" CHECK ("store_setup"."steps_done" between 0 and 5),
	CONSTRAINT "store_setup_finished" CHECK ("store_setup"."finished_at" is null or ("store_setup"."owner" is null and "store_setup"."samples" is not null))
);
--> statement-breakpoint
CREATE TABLE "template_view_quarters" (
	"template_id" text NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "template_view_quarters_template_id_quarter_pk" PRIMARY KEY("template_id","quarter"),
	CONSTRAINT "template_view_quarters_views" CHECK ("template_view_quarters"."views" > 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "visit_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "visit_marks" (
	"day" date NOT NULL,
	"mark" "bytea" NOT NULL,
	CONSTRAINT "visit_marks_day_mark_pk" PRIMARY KEY("day","mark")
);
--> statement-breakpoint
CREATE TABLE "visit_quarters" (
	"quarter" timestamp with time zone PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "visit_quarters_visitors" CHECK ("visit_quarters"."visitors" > 0)
);
--> statement-breakpoint
CREATE TABLE "visit_start" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"counted_from" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_start_one_row" CHECK ("visit_start"."is_only")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"payment_id" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_failed_at" timestamp with time zone,
	"last_answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "deliveries_state" CHECK ("sandbox_payment"."deliveries"."state" in ('waiting', 'delivered', 'withheld', 'given-up'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."disputes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."disputes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"entity" jsonb NOT NULL,
	CONSTRAINT "disputes_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."orders" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"receipt" text,
	"entity" jsonb NOT NULL,
	CONSTRAINT "orders_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."payments" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."payments_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"order_id" text NOT NULL,
	"entity" jsonb NOT NULL,
	CONSTRAINT "payments_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."refunds" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."refunds_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"key" text,
	"request" text NOT NULL,
	"entity" jsonb NOT NULL,
	CONSTRAINT "refunds_id_unique" UNIQUE("id"),
	CONSTRAINT "refunds_key_unique" UNIQUE("payment_id","key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."webhook" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	CONSTRAINT "webhook_one_row" CHECK ("sandbox_payment"."webhook"."is_only")
);
--> statement-breakpoint
CREATE INDEX "known_devices_age" ON "known_devices" USING btree ("last_seen_at");
--> statement-breakpoint
CREATE INDEX "otps_address" ON "otps" USING btree ("channel","address","purpose","id");
--> statement-breakpoint
CREATE INDEX "otps_ip" ON "otps" USING btree ("ip","created_at");
--> statement-breakpoint
CREATE INDEX "rate_counters_age" ON "rate_counters" USING btree ("window_start");
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id_unique" ON "sessions" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sign_in_nonces_expiry" ON "sign_in_nonces" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower("username") || E'\n' || "email" || E'\n' || lower("actual_name")) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone_number") WHERE "users"."phone_number" <> '';
--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ((lower(coalesce(nullif("actual_name", ''), "username"))),"id");
--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" <> 'buyer';
--> statement-breakpoint
CREATE UNIQUE INDEX "users_google_subject_unique" ON "users" USING btree ("google_subject");
--> statement-breakpoint
CREATE INDEX "admin_sessions_session" ON "admin_sessions" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "admin_sessions_expiry" ON "admin_sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "admin_sessions_factor" ON "admin_sessions" USING btree ("factor_id");
--> statement-breakpoint
CREATE INDEX "admin_acts_subject" ON "admin_acts" USING btree ("subject_kind","subject_id","id");
--> statement-breakpoint
CREATE INDEX "admin_acts_action" ON "admin_acts" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "admin_acts_actor" ON "admin_acts" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "admin_acts_with_ip" ON "admin_acts" USING btree ("happened_at") WHERE "admin_acts"."ip" <> '';
--> statement-breakpoint
CREATE INDEX "second_factors_user" ON "second_factors" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_one" ON "second_factors" USING btree ("user_id","kind") WHERE "second_factors"."kind" <> 'passkey';
--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_credential" ON "second_factors" USING btree ("credential_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "pack_sales_one_sale" ON "pack_sales" USING btree ("order_id") WHERE "pack_sales"."is_sale";
--> statement-breakpoint
CREATE INDEX "pack_sales_order" ON "pack_sales" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "pack_sales_paid" ON "pack_sales" USING btree ("paid_at","user_id","is_sale","paise","returned_paise","credits");
--> statement-breakpoint
CREATE INDEX "pack_sales_user" ON "pack_sales" USING btree ("user_id","paid_at","is_sale","paise","returned_paise","credits");
--> statement-breakpoint
CREATE INDEX "catalogue_terms_prefix" ON "catalogue_terms" USING btree ("kind","term" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "catalogue_terms_alike" ON "catalogue_terms" USING gin ("term" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "template_imports_newest" ON "template_imports" USING btree ("created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_document_unique" ON "template_versions" USING btree ("template_id","document_hash");
--> statement-breakpoint
CREATE INDEX "templates_newness" ON "templates" USING btree ("kind","newness","id") WHERE "templates"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "templates_free" ON "templates" USING btree ("free_until") WHERE "templates"."free_until" is not null;
--> statement-breakpoint
CREATE INDEX "templates_search" ON "templates" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "templates_facets" ON "templates" USING gin ("facets");
--> statement-breakpoint
CREATE INDEX "templates_search_words" ON "templates" USING gin ("search_words");
--> statement-breakpoint
CREATE INDEX "templates_search_rank" ON "templates" USING btree ("kind","search_rank","id") WHERE "templates"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "templates_categories" ON "templates" USING gin ("categories");
--> statement-breakpoint
CREATE INDEX "templates_sections" ON "templates" USING gin ("sections");
--> statement-breakpoint
CREATE INDEX "templates_popularity" ON "templates" USING btree ("kind","popularity","id") WHERE "templates"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "templates_price_order" ON "templates" USING btree ("kind","price_credits","id") WHERE "templates"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "templates_price_india_order" ON "templates" USING btree ("kind","price_credits_india","id") WHERE "templates"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "credit_accounts_user" ON "credit_accounts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "credit_entries_account" ON "credit_entries" USING btree ("account_id","id");
--> statement-breakpoint
CREATE INDEX "credit_entries_transfer" ON "credit_entries" USING btree ("transfer_id");
--> statement-breakpoint
CREATE INDEX "entitlements_newest" ON "entitlements" USING btree ("user_id","created_at","credits_charged");
--> statement-breakpoint
CREATE INDEX "entitlements_sold" ON "entitlements" USING btree ("created_at","template_id","user_id","credits_charged");
--> statement-breakpoint
CREATE INDEX "entitlements_checkout" ON "entitlements" USING btree ("checkout_id") WHERE "entitlements"."checkout_id" is not null;
--> statement-breakpoint
CREATE INDEX "likes_newest" ON "likes" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "assets_upload_unique" ON "assets" USING btree ("upload_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "assets_operation_unique" ON "assets" USING btree ("operation_id") WHERE "assets"."operation_id" is not null;
--> statement-breakpoint
CREATE INDEX "assets_owner" ON "assets" USING btree ("owner_user_id","created_at") WHERE "assets"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "assets_template_use" ON "assets" USING btree ("template_use") WHERE "assets"."template_use" is not null;
--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_user_id");
--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "upkeep_runs_newest" ON "upkeep_runs" USING btree ("kind","ended_at");
--> statement-breakpoint
CREATE INDEX "operations_owner" ON "operations" USING btree ("owner_user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "operations_active_unique" ON "operations" USING btree ("owner_user_id","kind","subject") WHERE "operations"."status" in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "operations_unfinished" ON "operations" USING btree ("kind","status","id") WHERE "operations"."status" <> 'succeeded';
--> statement-breakpoint
CREATE UNIQUE INDEX "pack_orders_one_starter" ON "pack_orders" USING btree ("user_id") WHERE "pack_orders"."is_starter" and "pack_orders"."paid_at" is not null;
--> statement-breakpoint
CREATE INDEX "pack_orders_user" ON "pack_orders" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "pack_orders_due" ON "pack_orders" USING btree ("next_check_at") WHERE "pack_orders"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "payment_events_age" ON "payment_events" USING btree ("received_at");
--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_grant_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."outcome" = 'granted';
--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","payment_id");
--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("created_at","payment_id") WHERE "payments"."returned_paise" > 0;
--> statement-breakpoint
CREATE INDEX "payments_not_granted" ON "payments" USING btree ("outcome","created_at","payment_id") WHERE "payments"."outcome" <> 'granted';
--> statement-breakpoint
CREATE INDEX "payments_to_return" ON "payments" USING btree ("next_return_at") WHERE "payments"."next_return_at" is not null;
--> statement-breakpoint
CREATE INDEX "project_versions_newest" ON "project_versions" USING btree ("project_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id","template_id","updated_at");
--> statement-breakpoint
CREATE INDEX "prepared_renders_oldest" ON "prepared_renders" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "reference_renders_used" ON "reference_renders" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "render_requests_render" ON "render_requests" USING btree ("render_id");
--> statement-breakpoint
CREATE INDEX "render_requests_project" ON "render_requests" USING btree ("project_id");
--> statement-breakpoint
CREATE INDEX "renders_user_newest" ON "renders" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "renders_project" ON "renders" USING btree ("project_id");
--> statement-breakpoint
CREATE INDEX "renders_finished" ON "renders" USING btree ("kind","user_id") WHERE "renders"."file_key" is not null;
--> statement-breakpoint
CREATE INDEX "renders_finished_files" ON "renders" USING btree ("render_key") WHERE "renders"."file_key" is not null;
--> statement-breakpoint
CREATE INDEX "template_view_quarters_quarter" ON "template_view_quarters" USING btree ("quarter");
--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "sandbox_payment"."deliveries" USING btree ("due_at") WHERE "sandbox_payment"."deliveries"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "deliveries_payment" ON "sandbox_payment"."deliveries" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "sandbox_payment"."disputes" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "orders_receipt" ON "sandbox_payment"."orders" USING btree ("receipt");
--> statement-breakpoint
CREATE INDEX "payments_order" ON "sandbox_payment"."payments" USING btree ("order_id");
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_factor_id_second_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "buyer_sums" ADD CONSTRAINT "buyer_sums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pack_sales" ADD CONSTRAINT "pack_sales_order_id_pack_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pack_orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pack_sales" ADD CONSTRAINT "pack_sales_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_draft_template_id_templates_id_fk" FOREIGN KEY ("draft_template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_version_id_operations_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_poster_asset_id_assets_id_fk" FOREIGN KEY ("poster_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_previews" ADD CONSTRAINT "template_previews_preview_asset_id_assets_id_fk" FOREIGN KEY ("preview_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_poster_asset_id_assets_id_fk" FOREIGN KEY ("poster_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_preview_asset_id_assets_id_fk" FOREIGN KEY ("preview_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_current_version_id_template_versions_id_fk" FOREIGN KEY ("current_version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_transfer_id_credit_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."credit_transfers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_from_account_credit_accounts_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_to_account_credit_accounts_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pack_orders" ADD CONSTRAINT "pack_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_pack_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pack_orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_grant_key_credit_transfers_idempotency_key_fk" FOREIGN KEY ("grant_key") REFERENCES "public"."credit_transfers"("idempotency_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prepared_renders" ADD CONSTRAINT "prepared_renders_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reference_renders" ADD CONSTRAINT "reference_renders_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_render_id_renders_id_fk" FOREIGN KEY ("render_id") REFERENCES "public"."renders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_id_operations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_view_quarters" ADD CONSTRAINT "template_view_quarters_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sandbox_payment"."deliveries" ADD CONSTRAINT "deliveries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sandbox_payment"."disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sandbox_payment"."payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "sandbox_payment"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sandbox_payment"."refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE FUNCTION template_terms(search_words text[], categories text[], sections text[])
RETURNS TABLE (term text, is_label integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT found.term, max(found.is_label) FROM (
    SELECT unnest(search_words) AS term, 0 AS is_label
    UNION ALL SELECT lower(normalize(unnest(categories || sections))), 1
  ) AS found
  WHERE length(found.term) BETWEEN 1 AND 60 AND found.term NOT LIKE '#%' GROUP BY found.term;
END;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
CREATE FUNCTION admin_act_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted admin_acts := OLD;
BEGIN
  wanted.ip := '';
  IF NEW IS DISTINCT FROM wanted OR OLD.happened_at > now() - interval '90 days' THEN
    RAISE EXCEPTION 'the log of admin acts is append-only: % is not allowed', TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION admin_acts_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of admin acts is append-only: % is not allowed', TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
-- Whoever waits for an operation hears of every change, whichever program makes it.
CREATE FUNCTION announce_operation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed operations := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('operation', concat_ws(' ', changed.id, changed.owner_user_id, changed.kind));
  RETURN NULL;
END $$;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
-- Many at once are counted together: one row changed a thousand times in a transaction is slow.
CREATE FUNCTION count_added_templates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_counts AS counted (kind, section, template_count)
  SELECT kind, section, count(*)::int
  FROM added, LATERAL (SELECT '' AS section UNION SELECT unnest(sections)) AS places
  WHERE status = 'published' GROUP BY kind, section ORDER BY kind, section
  ON CONFLICT (kind, section) DO UPDATE SET template_count = counted.template_count + excluded.template_count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'published' THEN PERFORM change_catalogue_counts(OLD.kind, OLD.sections, -1); END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = 'published' THEN
    PERFORM change_catalogue_counts(NEW.kind, NEW.sections, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- India's financial year of a moment: 2026-27 is April 2026 to March 2027.
CREATE FUNCTION financial_year(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT y || '-' || lpad(((y + 1) % 100)::text, 2, '0')
  FROM (SELECT extract(year FROM at AT TIME ZONE 'Asia/Kolkata' - interval '3 months')::int AS y) AS year
$$;
--> statement-breakpoint
CREATE FUNCTION price_facet(prefix text, credits integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN prefix || CASE
  WHEN credits = 0 THEN 'free' WHEN credits <= 100 THEN 'up-to-100' WHEN credits <= 250 THEN '101-250' ELSE 'over-250' END;
--> statement-breakpoint
-- Sizes are put to the nearest shape: a card of A5 is one for 4:5.
CREATE FUNCTION shape_facet(width numeric, height numeric) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'shape:' || CASE
  WHEN width / height < 0.67 THEN '9:16' WHEN width / height < 0.9 THEN '4:5' WHEN width / height < 1.2 THEN '1:1'
  ELSE '16:9' END;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
-- A version whose shapes were computed later than it went on sale.
CREATE FUNCTION follow_version_shapes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE templates SET facets = template_facets(templates) WHERE current_version_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The operation goes with what it works on, whose column has this name.
CREATE FUNCTION forget_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM operations WHERE id = (to_jsonb(OLD) ->> coalesce(TG_ARGV[0], 'id'))::uuid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is not allowed', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_transfer_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  transfer credit_transfers;
  entries integer;
  given integer;
  taken integer;
BEGIN
  IF TG_TABLE_NAME = 'credit_transfers' THEN
    transfer := NEW;
  ELSE
    SELECT * INTO STRICT transfer FROM credit_transfers WHERE id = NEW.transfer_id;
  END IF;
  SELECT
    count(*),
    count(*) FILTER (WHERE account_id = transfer.from_account AND credits = -transfer.credits),
    count(*) FILTER (WHERE account_id = transfer.to_account AND credits = transfer.credits)
  INTO entries, given, taken
  FROM credit_entries WHERE transfer_id = transfer.id;
  IF entries <> 2 OR given <> 1 OR taken <> 1 THEN
    RAISE EXCEPTION 'transfer % must have exactly two entries of opposite sign', transfer.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- R-2026-27-000001, ABC-26-27-000001: money. With a prefix the year is short: a number may have 16 characters.
CREATE FUNCTION next_money_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT take_receipt_number(coalesce(receipt_prefix() || '-' || substr(year, 3), 'R-' || year)) FROM financial_year(now()) AS year
$$;
--> statement-breakpoint
CREATE FUNCTION note_pack_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale record;
  kept record;
BEGIN
  SELECT orders.id, orders.user_id, orders.paid_at, payments.amount_paise, payments.returned_paise, payments.credits_granted,
         payments.credits_granted - payments.credits_clawed_back - payments.credits_short AS credits
    INTO STRICT sale
    FROM pack_orders orders JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
   WHERE orders.id = NEW.order_id;
  INSERT INTO pack_sales (order_id, user_id, is_sale, paid_at, paise, returned_paise, credits)
  VALUES (sale.id, sale.user_id, true, sale.paid_at, sale.amount_paise, 0, sale.credits_granted)
    ON CONFLICT (order_id) WHERE is_sale DO NOTHING;
  IF FOUND THEN
    INSERT INTO buyer_sums AS sums (user_id, paise, returned_paise, credits)
    VALUES (sale.user_id, sale.amount_paise, 0, sale.credits_granted)
      ON CONFLICT (user_id) DO UPDATE SET paise = sums.paise + excluded.paise, credits = sums.credits + excluded.credits;
  END IF;
  SELECT sale.returned_paise - sum(returned_paise) AS returned_paise, sale.credits - sum(credits) AS credits
    INTO STRICT kept FROM pack_sales WHERE order_id = NEW.order_id;
  IF kept.returned_paise = 0 AND kept.credits = 0 THEN RETURN NULL; END IF;
  INSERT INTO pack_sales (order_id, user_id, is_sale, paid_at, paise, returned_paise, credits)
  VALUES (sale.id, sale.user_id, false, now(), -kept.returned_paise, kept.returned_paise, kept.credits);
  INSERT INTO buyer_sums AS sums (user_id, paise, returned_paise, credits)
  VALUES (sale.user_id, -kept.returned_paise, kept.returned_paise, kept.credits)
    ON CONFLICT (user_id) DO UPDATE SET paise = sums.paise + excluded.paise,
      returned_paise = sums.returned_paise + excluded.returned_paise, credits = sums.credits + excluded.credits;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO buyer_sums AS sums (user_id, purchases, credits_spent) VALUES (NEW.user_id, 1, NEW.credits_charged)
    ON CONFLICT (user_id) DO UPDATE SET purchases = sums.purchases + 1,
      credits_spent = sums.credits_spent + excluded.credits_spent;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- An order is for what it was opened for; once paid it stays paid (see its check), and once its money went back unused it is over.
CREATE FUNCTION pack_order_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.user_id, NEW.pack_id, NEW.is_starter, NEW.credits, NEW.amount_paise, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.user_id, OLD.pack_id, OLD.is_starter, OLD.credits, OLD.amount_paise, OLD.currency, OLD.created_at)
     OR (OLD.gateway_order_id IS NOT NULL AND NEW.gateway_order_id IS DISTINCT FROM OLD.gateway_order_id)
     OR (OLD.paid_at IS NOT NULL AND (NEW.paid_at, NEW.receipt_number) IS DISTINCT FROM (OLD.paid_at, OLD.receipt_number)) THEN
    RAISE EXCEPTION 'order % is for what it was opened for', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status = 'refunded' AND OLD.paid_at IS NULL AND NEW.status <> 'refunded' THEN
    RAISE EXCEPTION 'order % was given back and cannot become %', OLD.id, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What a payment came to is decided once, and what the gateway said about it is only replaced by what comes after.
CREATE FUNCTION payment_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  states CONSTANT text[] := ARRAY['created', 'failed', 'authorized', 'captured', 'refunded'];
BEGIN
  IF (NEW.payment_id, NEW.order_id, NEW.amount_paise, NEW.currency)
     IS DISTINCT FROM (OLD.payment_id, OLD.order_id, OLD.amount_paise, OLD.currency)
     OR array_position(states, NEW.status) < array_position(states, OLD.status)
     OR (OLD.outcome <> 'none' AND (NEW.outcome, NEW.unapplied_reason, NEW.grant_key, NEW.credits_granted)
         IS DISTINCT FROM (OLD.outcome, OLD.unapplied_reason, OLD.grant_key, OLD.credits_granted)) THEN
    RAISE EXCEPTION 'payment % cannot be changed that way', OLD.payment_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- A purchase is for ever and for what it cost: nobody has to take it off the sums again.
CREATE FUNCTION purchase_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a purchase cannot be undone or charged anew: % is not allowed', TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
-- A refund is dated by its record, and what a payment returned without one by the payment.
CREATE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE payments, entitlements IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM pack_sales;
  INSERT INTO pack_sales (order_id, user_id, is_sale, paid_at, paise, returned_paise, credits)
  SELECT orders.id, orders.user_id, true, orders.paid_at, payments.amount_paise, 0, payments.credits_granted
    FROM pack_orders orders JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
   ORDER BY orders.paid_at;
  INSERT INTO pack_sales (order_id, user_id, is_sale, paid_at, paise, returned_paise, credits)
  WITH recorded AS (
    SELECT refund_id AS id, payment_id, created_at, amount_paise FROM payment_refunds WHERE status <> 'failed'
    UNION ALL
    SELECT dispute_id, payment_id, created_at,
           CASE WHEN status = 'lost' AND amount_deducted_paise = 0 THEN amount_paise ELSE amount_deducted_paise END
      FROM payment_disputes WHERE status IN ('open', 'under_review', 'lost')
  ), went_back AS (
    SELECT * FROM recorded
    UNION ALL
    SELECT '', payments.payment_id, payments.settled_at,
           payments.returned_paise - coalesce((SELECT sum(amount_paise) FROM recorded WHERE recorded.payment_id = payments.payment_id), 0)
      FROM payments WHERE payments.returned_paise > 0
  ), up_to AS (
    SELECT went_back.id, went_back.created_at, payments.order_id, payments.credits_granted, payments.amount_paise,
           least(payments.returned_paise, sum(greatest(went_back.amount_paise, 0)) OVER sequence) AS paise
      FROM went_back JOIN payments ON payments.payment_id = went_back.payment_id AND payments.outcome = 'granted'
    WINDOW sequence AS (PARTITION BY payments.payment_id ORDER BY went_back.created_at, went_back.id)
  ), steps AS (
    SELECT order_id, created_at, paise - coalesce(lag(paise) OVER sequence, 0) AS paise,
           floor(credits_granted * paise / amount_paise)
             - coalesce(lag(floor(credits_granted * paise / amount_paise)) OVER sequence, 0) AS credits
      FROM up_to WINDOW sequence AS (PARTITION BY order_id ORDER BY created_at, id)
  )
  SELECT orders.id, orders.user_id, false, steps.created_at, -steps.paise, steps.paise, -steps.credits
    FROM steps JOIN pack_orders orders ON orders.id = steps.order_id
   WHERE steps.paise <> 0 OR steps.credits <> 0
   ORDER BY steps.created_at;
  DELETE FROM buyer_sums;
  INSERT INTO buyer_sums (user_id, paise, returned_paise, credits, purchases, credits_spent)
  SELECT user_id, sum(paise), sum(returned_paise), sum(credits), sum(purchases), sum(credits_spent)
    FROM (SELECT user_id, paise, returned_paise, credits, 0 AS purchases, 0 AS credits_spent FROM pack_sales
          UNION ALL SELECT user_id, 0, 0, 0, 1, credits_charged FROM entitlements) sold
   GROUP BY user_id;
END
$$;
--> statement-breakpoint
-- A check cannot see two tables: a render has its file exactly if it has succeeded, at the end of each transaction.
CREATE FUNCTION require_file_of_render() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM renders JOIN operations USING (id)
              WHERE id = NEW.id AND (operations.status = 'succeeded') <> (renders.file_key IS NOT NULL)) THEN
    RAISE EXCEPTION 'render % has succeeded without a file, or has one without', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'renders_completed_has_file';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION set_template_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.facets := template_facets(NEW);
  IF NEW.status = 'published' AND NEW.published_at IS NULL THEN NEW.published_at := now(); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_act_stays BEFORE UPDATE ON admin_acts FOR EACH ROW EXECUTE FUNCTION admin_act_stays();
--> statement-breakpoint
CREATE TRIGGER admin_acts_append_only BEFORE DELETE OR TRUNCATE ON admin_acts
  FOR EACH STATEMENT EXECUTE FUNCTION admin_acts_are_append_only();
--> statement-breakpoint
CREATE TRIGGER assets_forget_operation AFTER DELETE ON "assets"
  FOR EACH ROW WHEN (OLD.operation_id IS NOT NULL) EXECUTE FUNCTION forget_operation('operation_id');
--> statement-breakpoint
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_entries_balanced AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_is_balanced();
--> statement-breakpoint
CREATE TRIGGER credit_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- Checked at commit, when both entries are there.
CREATE CONSTRAINT TRIGGER credit_transfers_balanced AFTER INSERT ON credit_transfers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_is_balanced();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entitlements_noted_as_purchase AFTER INSERT ON entitlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_purchase();
--> statement-breakpoint
CREATE TRIGGER entitlements_stay BEFORE DELETE OR UPDATE OF user_id, template_id, credits_charged ON entitlements
  FOR EACH ROW EXECUTE FUNCTION purchase_stays();
--> statement-breakpoint
CREATE TRIGGER operations_announce AFTER INSERT OR DELETE ON "operations"
  FOR EACH ROW EXECUTE FUNCTION announce_operation();
--> statement-breakpoint
CREATE TRIGGER operations_announce_change AFTER UPDATE ON "operations"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION announce_operation();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER operations_completed_has_file AFTER UPDATE OF "status" ON "operations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'render' AND OLD.status <> NEW.status AND 'succeeded' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION require_file_of_render();
--> statement-breakpoint
CREATE TRIGGER pack_orders_go_forward BEFORE UPDATE ON pack_orders
  FOR EACH ROW EXECUTE FUNCTION pack_order_goes_forward();
--> statement-breakpoint
CREATE TRIGGER payments_go_forward BEFORE UPDATE ON payments
  FOR EACH ROW EXECUTE FUNCTION payment_goes_forward();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payments_noted_as_sale AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.outcome = 'granted') EXECUTE FUNCTION note_pack_sale();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER renders_completed_has_file AFTER INSERT OR UPDATE OF "file_key" ON "renders"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_file_of_render();
--> statement-breakpoint
CREATE TRIGGER renders_forget_operation AFTER DELETE ON "renders"
  FOR EACH ROW EXECUTE FUNCTION forget_operation();
--> statement-breakpoint
CREATE TRIGGER template_imports_forget_operation AFTER DELETE ON "template_imports"
  FOR EACH ROW EXECUTE FUNCTION forget_operation();
--> statement-breakpoint
CREATE TRIGGER template_previews_forget_operation AFTER DELETE ON "template_previews"
  FOR EACH ROW EXECUTE FUNCTION forget_operation('version_id');
--> statement-breakpoint
CREATE TRIGGER template_versions_shapes_followed AFTER UPDATE OF shapes ON template_versions
FOR EACH ROW EXECUTE FUNCTION follow_version_shapes();
--> statement-breakpoint
CREATE TRIGGER templates_counted_when_added AFTER INSERT ON templates
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_templates();
--> statement-breakpoint
CREATE TRIGGER templates_counted_when_changed AFTER UPDATE OF kind, status, sections ON templates
FOR EACH ROW WHEN ((OLD.kind, OLD.status, OLD.sections) IS DISTINCT FROM (NEW.kind, NEW.status, NEW.sections))
EXECUTE FUNCTION count_changed_template();
--> statement-breakpoint
CREATE TRIGGER templates_counted_when_removed AFTER DELETE ON templates
FOR EACH ROW EXECUTE FUNCTION count_changed_template();
--> statement-breakpoint
CREATE TRIGGER templates_facets_kept
BEFORE INSERT OR UPDATE OF kind, status, name, description, categories, price_credits, price_credits_india, current_version_id,
  disabled_shapes
ON templates FOR EACH ROW EXECUTE FUNCTION set_template_facets();
--> statement-breakpoint
CREATE TRIGGER templates_terms_when_added AFTER INSERT ON templates
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_catalogue_terms();
--> statement-breakpoint
CREATE TRIGGER templates_terms_when_changed AFTER UPDATE OF kind, status, name, description, categories, sections ON templates
FOR EACH ROW WHEN (
  (OLD.kind, OLD.status, OLD.search_words, OLD.categories, OLD.sections)
  IS DISTINCT FROM (NEW.kind, NEW.status, NEW.search_words, NEW.categories, NEW.sections)
)
EXECUTE FUNCTION change_catalogue_terms();
--> statement-breakpoint
CREATE TRIGGER templates_terms_when_removed AFTER DELETE ON templates
FOR EACH ROW EXECUTE FUNCTION change_catalogue_terms();
--> statement-breakpoint
ALTER TABLE buyer_sums SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE entitlements SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE pack_sales SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
INSERT INTO credit_accounts (id, kind) VALUES
  ('system:grants', 'system'), ('system:sales', 'system'), ('system:adjustments', 'system'), ('system:packs', 'system');
--> statement-breakpoint
INSERT INTO visit_start DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO sandbox_payment.webhook DEFAULT VALUES;
