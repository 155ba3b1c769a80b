CREATE SCHEMA "sandbox_payment";
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
	"plan" jsonb NOT NULL,
	"next_step" text,
	"due_at" timestamp with time zone,
	CONSTRAINT "payments_id_unique" UNIQUE("id"),
	CONSTRAINT "payments_step" CHECK ("sandbox_payment"."payments"."next_step" in ('authorize', 'capture')),
	CONSTRAINT "payments_step_has_time" CHECK (("sandbox_payment"."payments"."next_step" is null) = ("sandbox_payment"."payments"."due_at" is null))
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
ALTER TABLE "sandbox_payment"."deliveries" ADD CONSTRAINT "deliveries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payment"."disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payment"."payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "sandbox_payment"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payment"."refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "sandbox_payment"."deliveries" USING btree ("due_at") WHERE "sandbox_payment"."deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_payment" ON "sandbox_payment"."deliveries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "sandbox_payment"."disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "orders_receipt" ON "sandbox_payment"."orders" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "payments_order" ON "sandbox_payment"."payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_due" ON "sandbox_payment"."payments" USING btree ("due_at") WHERE "sandbox_payment"."payments"."due_at" is not null;--> statement-breakpoint
-- The one row whose lock orders all changes; webhooks are sent until somebody switches them off.
INSERT INTO "sandbox_payment"."webhook" DEFAULT VALUES;
