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
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "admin_acts" DROP CONSTRAINT "admin_acts_subject_kind";--> statement-breakpoint
ALTER TABLE "admin_password" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ALTER COLUMN "password_mark" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_password" ADD COLUMN "switched_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "factor_id" uuid;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_factors_user" ON "second_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_one" ON "second_factors" USING btree ("user_id","kind") WHERE "second_factors"."kind" <> 'passkey';--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_credential" ON "second_factors" USING btree ("credential_id");--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_factor_id_second_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" <> 'buyer';--> statement-breakpoint
CREATE INDEX "admin_sessions_factor" ON "admin_sessions" USING btree ("factor_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('buyer', 'owner', 'manager', 'designer', 'support', 'accountant'));--> statement-breakpoint
ALTER TABLE "admin_password" ADD CONSTRAINT "admin_password_present" CHECK ("admin_password"."password_hash" is not null or "admin_password"."switched_off_at" is not null);--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_opened_with" CHECK (num_nonnulls("admin_sessions"."factor_id", "admin_sessions"."password_mark") = 1);--> statement-breakpoint
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_subject_kind" CHECK ("admin_acts"."subject_kind" in ('gate', 'user', 'template', 'payment', 'settings', 'invitation'));