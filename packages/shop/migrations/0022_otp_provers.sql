ALTER TABLE "otps" ADD COLUMN "verified_from" text;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "proof_hash" text;