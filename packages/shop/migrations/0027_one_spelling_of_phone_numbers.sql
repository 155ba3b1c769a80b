-- One spelling of every phone number, as `toE164` of packages/contract/src/phone.ts makes it.
CREATE FUNCTION pg_temp.to_e164(typed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN code IN ('+39', '+225', '+242', '+378', '+379') THEN code || dialled
    WHEN code IN ('+1', '+52') AND national ~ '^1\d{10}$' THEN code || substr(national, 2)
    WHEN code = '+7' AND national ~ '^8\d{10}$' THEN code || substr(national, 2)
    WHEN code = '+36' AND national ~ '^6\d{9}$' THEN code || substr(national, 2)
    ELSE code || national END
  FROM (SELECT substr(typed, 1, CASE
           WHEN typed ~ '^\+[17]' THEN 2
           WHEN typed ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' THEN 3
           ELSE 4 END) AS code) c,
       LATERAL (SELECT substr(typed, length(code) + 1) AS dialled) d,
       LATERAL (SELECT ltrim(dialled, '0') AS national) n
$$;--> statement-breakpoint
-- Numbers that were rewarded in another spelling stay rewarded: the mark is the hash that reward-mark.ts makes.
INSERT INTO "reward_marks" ("kind", "subject_hash")
SELECT 'profile-phone', translate(rtrim(encode(sha256(convert_to('profile-phone ' || pg_temp.to_e164("phone_number"), 'UTF8')), 'base64'), '='), '+/', '-_')
  FROM "users"
 WHERE "phone_number" ~ '^\+[1-9]\d{6,14}$' AND pg_temp.to_e164("phone_number") <> "phone_number"
   AND EXISTS (SELECT 1 FROM "credit_transfers" WHERE "idempotency_key" = 'profile:' || "users"."id")
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "users" SET "phone_number" = pg_temp.to_e164("phone_number")
 WHERE "phone_number" ~ '^\+[1-9]\d{6,14}$' AND pg_temp.to_e164("phone_number") <> "phone_number";--> statement-breakpoint
-- What was no number before, or is none without the digits that are dialled inside the country only.
UPDATE "users" SET "phone_number" = '', "phone_verified_at" = NULL WHERE "phone_number" !~ '^(\+[1-9]\d{6,14})?$';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_phone_e164" CHECK ("users"."phone_number" ~ '^(\+[1-9]\d{6,14})?$');