-- Receipts of templates and of packs are numbered by one sequence, so that a number names one receipt.
CREATE SEQUENCE receipt_numbers;
--> statement-breakpoint
CREATE FUNCTION next_receipt_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT 'VT-' || to_char(now() AT TIME ZONE 'UTC', 'YYYY') || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
  FROM nextval('receipt_numbers') AS n
$$;
--> statement-breakpoint
-- Credits bought with money come from here, and go back here when the money does.
INSERT INTO credit_accounts (id, kind) VALUES ('system:packs', 'system');
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
	"outcome" text DEFAULT 'none' NOT NULL,
	"surplus_reason" text,
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
	CONSTRAINT "payments_outcome" CHECK ("payments"."outcome" in ('none', 'granted', 'surplus')),
	CONSTRAINT "payments_settled" CHECK (("payments"."outcome" = 'none') = ("payments"."settled_at" is null)),
	CONSTRAINT "payments_only_captured_money_counts" CHECK ("payments"."outcome" = 'none' or "payments"."status" in ('captured', 'refunded')),
	CONSTRAINT "payments_grant" CHECK (case "payments"."outcome" when 'granted' then "payments"."credits_granted" > 0 and "payments"."grant_key" = 'payment:' || "payments"."payment_id" else "payments"."credits_granted" = 0 and "payments"."grant_key" is null end),
	CONSTRAINT "payments_surplus" CHECK (("payments"."outcome" = 'surplus') = ("payments"."surplus_reason" is not null)),
	CONSTRAINT "payments_return" CHECK ("payments"."next_return_at" is null or "payments"."outcome" = 'surplus'),
	CONSTRAINT "payments_returned" CHECK ("payments"."returned_paise" between 0 and "payments"."amount_paise"),
	CONSTRAINT "payments_clawback" CHECK ("payments"."credits_clawed_back" >= 0 and "payments"."credits_short" >= 0 and "payments"."credits_clawed_back" + "payments"."credits_short" = "payments"."credits_granted" * "payments"."returned_paise" / greatest("payments"."amount_paise", 1))
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
ALTER TABLE "credit_transfers" DROP CONSTRAINT "credit_transfers_reason";--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "licences" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "checkout_id" uuid;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "receipt_number" text DEFAULT next_receipt_number() NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "template_name" text;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "license_name" text;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "license_summary" text;--> statement-breakpoint
-- What was bought before names were kept is called as it is called now.
UPDATE entitlements SET template_name = templates.name, license_name = templates.license_name, license_summary = templates.license_summary
  FROM templates WHERE templates.id = entitlements.template_id;--> statement-breakpoint
ALTER TABLE "entitlements" ALTER COLUMN "template_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ALTER COLUMN "license_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ALTER COLUMN "license_summary" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_orders" ADD CONSTRAINT "pack_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_pack_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pack_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_grant_key_credit_transfers_idempotency_key_fk" FOREIGN KEY ("grant_key") REFERENCES "public"."credit_transfers"("idempotency_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pack_orders_one_starter" ON "pack_orders" USING btree ("user_id") WHERE "pack_orders"."is_starter" and "pack_orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "pack_orders_user" ON "pack_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "pack_orders_due" ON "pack_orders" USING btree ("next_check_at") WHERE "pack_orders"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_events_age" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_grant_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."outcome" = 'granted';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_to_return" ON "payments" USING btree ("next_return_at") WHERE "payments"."next_return_at" is not null;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entitlements_checkout" ON "entitlements" USING btree ("checkout_id") WHERE "entitlements"."checkout_id" is not null;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_receipt_unique" UNIQUE("receipt_number");--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_reason" CHECK ("credit_transfers"."reason" in ('signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_licences" CHECK ("entitlements"."licences" between 1 and 99);
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
CREATE TRIGGER pack_orders_go_forward BEFORE UPDATE ON pack_orders
  FOR EACH ROW EXECUTE FUNCTION pack_order_goes_forward();
--> statement-breakpoint
-- What a payment came to is decided once, and what the gateway said about it is only replaced by what comes after.
CREATE FUNCTION payment_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  states CONSTANT text[] := ARRAY['created', 'failed', 'authorized', 'captured', 'refunded'];
BEGIN
  IF (NEW.payment_id, NEW.order_id, NEW.amount_paise, NEW.currency)
     IS DISTINCT FROM (OLD.payment_id, OLD.order_id, OLD.amount_paise, OLD.currency)
     OR array_position(states, NEW.status) < array_position(states, OLD.status)
     OR (OLD.outcome <> 'none' AND (NEW.outcome, NEW.surplus_reason, NEW.grant_key, NEW.credits_granted)
         IS DISTINCT FROM (OLD.outcome, OLD.surplus_reason, OLD.grant_key, OLD.credits_granted)) THEN
    RAISE EXCEPTION 'payment % cannot be changed that way', OLD.payment_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_go_forward BEFORE UPDATE ON payments
  FOR EACH ROW EXECUTE FUNCTION payment_goes_forward();
