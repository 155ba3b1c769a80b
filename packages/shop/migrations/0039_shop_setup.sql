CREATE TABLE "shop_setup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key_hash" text NOT NULL,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"owner" jsonb,
	"samples" jsonb,
	"finished_at" timestamp with time zone,
	CONSTRAINT "shop_setup_one_row" CHECK ("shop_setup"."is_only"),
	CONSTRAINT "shop_setup_steps_done" CHECK ("shop_setup"."steps_done" between 0 and 5),
	CONSTRAINT "shop_setup_finished" CHECK ("shop_setup"."finished_at" is null or ("shop_setup"."owner" is null and "shop_setup"."samples" is not null))
);
