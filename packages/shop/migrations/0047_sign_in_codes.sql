ALTER TABLE "otps" DROP CONSTRAINT "otps_purpose";--> statement-breakpoint
ALTER TABLE "reward_marks" DROP CONSTRAINT "reward_marks_kind";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_sign_in";--> statement-breakpoint
ALTER TABLE "otps" ADD CONSTRAINT "otps_purpose" CHECK ("otps"."purpose" in ('register', 'reset', 'phone', 'sign-in'));--> statement-breakpoint
ALTER TABLE "reward_marks" ADD CONSTRAINT "reward_marks_kind" CHECK ("reward_marks"."kind" in ('deleted-email', 'profile-email', 'profile-phone', 'signup-phone'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_can_sign_in" CHECK ("users"."deleted_at" is not null or "users"."google_subject" is not null or "users"."password_hash" is not null or "users"."phone_verified_at" is not null or "users"."email" not like '%.invalid');