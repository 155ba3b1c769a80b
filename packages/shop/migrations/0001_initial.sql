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
	"consumed_at" timestamp with time zone,
	CONSTRAINT "otps_channel" CHECK ("otps"."channel" in ('mail', 'sms')),
	CONSTRAINT "otps_purpose" CHECK ("otps"."purpose" in ('register', 'reset', 'phone')),
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
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remember_me" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"is_google_user" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'buyer' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('buyer', 'owner')),
	CONSTRAINT "users_can_sign_in" CHECK ("users"."is_google_user" or "users"."password_hash" is not null)
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"poster_asset_id" text NOT NULL,
	"preview_asset_id" text NOT NULL,
	"dominant_color" text NOT NULL,
	"current_version_id" uuid,
	"purchase_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (template_search_text(name, description, categories)) STORED NOT NULL,
	CONSTRAINT "templates_id" CHECK ("templates"."id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "templates"."id" !~ '-template$'),
	CONSTRAINT "templates_kind" CHECK ("templates"."kind" in ('video', 'image', 'direct-sell')),
	CONSTRAINT "templates_status" CHECK ("templates"."status" in ('draft', 'published', 'withdrawn')),
	CONSTRAINT "templates_price" CHECK ("templates"."price_credits" >= 0 and "templates"."price_credits_india" >= 0),
	CONSTRAINT "templates_color" CHECK ("templates"."dominant_color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "templates_purchase_count" CHECK ("templates"."purchase_count" >= 0),
	CONSTRAINT "templates_published_has_document" CHECK ("templates"."status" <> 'published' or "templates"."current_version_id" is not null)
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
	CONSTRAINT "credit_transfers_reason" CHECK ("credit_transfers"."reason" in ('signup', 'template', 'adjustment'))
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" text PRIMARY KEY NOT NULL,
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
	"upload_id" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "assets_id" CHECK (("assets"."owner_user_id" is null) = ("assets"."id" like 'sha256:%')),
	CONSTRAINT "assets_kind" CHECK ("assets"."kind" in ('image', 'video', 'audio', 'font')),
	CONSTRAINT "assets_status" CHECK ("assets"."status" in ('processing', 'ready', 'failed')),
	CONSTRAINT "assets_ready_is_stored" CHECK ("assets"."status" <> 'ready' or "assets"."storage_key" is not null),
	CONSTRAINT "assets_size" CHECK ("assets"."size_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"name" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ops" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_revision" CHECK ("projects"."revision" >= 0)
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
	"status" text NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"stage" text NOT NULL,
	"seconds_left" integer,
	"values" jsonb NOT NULL,
	"ops" jsonb NOT NULL,
	"render_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_limit" integer DEFAULT 3 NOT NULL,
	"error_code" text,
	"error_message" text,
	"film_key" text,
	"poster_key" text,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	CONSTRAINT "renders_kind" CHECK ("renders"."kind" in ('preview', 'full')),
	CONSTRAINT "renders_status" CHECK ("renders"."status" in ('queued', 'processing', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "renders_stage" CHECK ("renders"."stage" in ('waiting', 'preparing', 'drawing', 'finishing', 'checking', 'done')),
	CONSTRAINT "renders_attempts" CHECK ("renders"."attempts" between 0 and "renders"."attempt_limit"),
	CONSTRAINT "renders_percent" CHECK ("renders"."percent" between 0 and 100),
	CONSTRAINT "renders_completed_has_film" CHECK (("renders"."status" = 'completed') = ("renders"."film_key" is not null)),
	CONSTRAINT "renders_failed_says_why" CHECK (("renders"."status" = 'failed') = ("renders"."error_code" is not null)),
	CONSTRAINT "renders_error_has_words" CHECK (("renders"."error_code" is null) = ("renders"."error_message" is null))
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"user_id" uuid NOT NULL,
	"template_id" text NOT NULL,
	"credits_charged" integer NOT NULL,
	"spend_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entitlements_user_id_template_id_pk" PRIMARY KEY("user_id","template_id"),
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
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_poster_asset_id_assets_id_fk" FOREIGN KEY ("poster_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_preview_asset_id_assets_id_fk" FOREIGN KEY ("preview_asset_id") REFERENCES "public"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_current_version_id_template_versions_id_fk" FOREIGN KEY ("current_version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_transfer_id_credit_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."credit_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_account_id_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_from_account_credit_accounts_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_to_account_credit_accounts_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "render_requests" ADD CONSTRAINT "render_requests_render_id_renders_id_fk" FOREIGN KEY ("render_id") REFERENCES "public"."renders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renders" ADD CONSTRAINT "renders_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "otps_address" ON "otps" USING btree ("channel","address","purpose","id");--> statement-breakpoint
CREATE INDEX "otps_ip" ON "otps" USING btree ("ip","created_at");--> statement-breakpoint
CREATE INDEX "rate_counters_age" ON "rate_counters" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_document_unique" ON "template_versions" USING btree ("template_id","document_hash");--> statement-breakpoint
CREATE INDEX "templates_search" ON "templates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "templates_popularity" ON "templates" USING btree ("kind","purchase_count","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
CREATE INDEX "templates_price_order" ON "templates" USING btree ("kind","price_credits","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
CREATE INDEX "templates_price_india_order" ON "templates" USING btree ("kind","price_credits_india","id") WHERE "templates"."status" = 'published';--> statement-breakpoint
CREATE INDEX "credit_accounts_user" ON "credit_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_entries_account" ON "credit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_transfer" ON "credit_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assets_upload_unique" ON "assets" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "assets_owner" ON "assets" USING btree ("owner_user_id","created_at") WHERE "assets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id","template_id","updated_at");--> statement-breakpoint
CREATE INDEX "render_requests_render" ON "render_requests" USING btree ("render_id");--> statement-breakpoint
CREATE UNIQUE INDEX "renders_active_unique" ON "renders" USING btree ("user_id","render_key") WHERE "renders"."status" in ('queued', 'processing');--> statement-breakpoint
CREATE INDEX "renders_user_newest" ON "renders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "renders_finished_films" ON "renders" USING btree ("render_key") WHERE "renders"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "entitlements_newest" ON "entitlements" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "likes_newest" ON "likes" USING btree ("user_id","created_at");