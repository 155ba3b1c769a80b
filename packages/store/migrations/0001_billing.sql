CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"state" text,
	"tax_number" text DEFAULT '' NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"address" text[] DEFAULT '{}' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_details_country" CHECK ("billing_details"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "billing_details_state" CHECK (case when "billing_details"."country" = 'IN' then "billing_details"."state" ~ '^[0-9]{2}$' else "billing_details"."state" is null end)
);
--> statement-breakpoint
CREATE TABLE "billing_documents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid,
	"payment_id" text,
	"cause_id" text,
	"receipt_numbers" text[] DEFAULT '{}' NOT NULL,
	"reason" text,
	"original_number" text,
	"total_paise" bigint NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"language" text NOT NULL,
	"sheet" jsonb NOT NULL,
	CONSTRAINT "billing_documents_number_unique" UNIQUE("number"),
	CONSTRAINT "billing_documents_kind" CHECK ("billing_documents"."kind" in ('receipt', 'invoice', 'credit-note', 'debit-note')),
	CONSTRAINT "billing_documents_total" CHECK ("billing_documents"."total_paise" > 0),
	CONSTRAINT "billing_documents_original" CHECK (("billing_documents"."kind" in ('credit-note', 'debit-note')) = ("billing_documents"."original_number" is not null))
);
--> statement-breakpoint
CREATE TABLE "billing_lines" (
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sale_kind" text NOT NULL,
	"title" text NOT NULL,
	"sac" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"supply" text NOT NULL,
	"rate_bp" integer NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"buyer_tax_number" text DEFAULT '' NOT NULL,
	"original_number" text,
	"original_position" integer,
	"gross_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"igst_paise" bigint NOT NULL,
	"other_paise" bigint NOT NULL,
	"rounding_paise" bigint NOT NULL,
	CONSTRAINT "billing_lines_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "billing_lines_sum" CHECK ("billing_lines"."gross_paise" = "billing_lines"."taxable_paise" + "billing_lines"."cgst_paise" + "billing_lines"."sgst_paise" + "billing_lines"."igst_paise" + "billing_lines"."other_paise" + "billing_lines"."rounding_paise"),
	CONSTRAINT "billing_lines_halves" CHECK ("billing_lines"."cgst_paise" = "billing_lines"."sgst_paise"),
	CONSTRAINT "billing_lines_original" CHECK (("billing_lines"."original_number" is null) = ("billing_lines"."original_position" is null)),
	CONSTRAINT "billing_lines_gross" CHECK ("billing_lines"."gross_paise" > 0),
	CONSTRAINT "billing_lines_supply" CHECK ("billing_lines"."supply" in ('none', 'intra', 'inter', 'export', 'export-paid', 'flat', 'eu', 'eu-reverse', 'outside')),
	CONSTRAINT "billing_lines_kind" CHECK ("billing_lines"."sale_kind" in ('credits', 'video', 'image', 'direct-sell'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment"."settled_items" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payment"."settled_items_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"entity" jsonb NOT NULL,
	CONSTRAINT "settled_items_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "paise" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "untaxed_paise" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "paise" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "untaxed_paise" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "pack_orders" ADD COLUMN "quote" jsonb;
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "settlement_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paise_clawed_back" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "untaxed_clawed_back" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_paise" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_tax_paise" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settlement_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settled_by_bank_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_documents" ADD CONSTRAINT "billing_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_document_id_billing_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."billing_documents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sandbox_payment"."settled_items" ADD CONSTRAINT "settled_items_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox_payment"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "billing_documents_user" ON "billing_documents" USING btree ("user_id","issued_at");
--> statement-breakpoint
CREATE INDEX "billing_documents_issued" ON "billing_documents" USING btree ("issued_at","id");
--> statement-breakpoint
CREATE INDEX "billing_documents_payment" ON "billing_documents" USING btree ("payment_id") WHERE "billing_documents"."payment_id" is not null;
--> statement-breakpoint
CREATE INDEX "billing_lines_original" ON "billing_lines" USING btree ("original_number") WHERE "billing_lines"."original_number" is not null;
--> statement-breakpoint
CREATE INDEX "settled_items_payment" ON "sandbox_payment"."settled_items" USING btree ("payment_id");
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_value" CHECK ("credit_accounts"."untaxed_paise" between 0 and "credit_accounts"."paise");
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_value_is_paid" CHECK ("credit_accounts"."kind" = 'user-paid' or "credit_accounts"."paise" = 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_value_clawed_back" CHECK ("payments"."untaxed_clawed_back" between 0 and "payments"."paise_clawed_back");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_settlement" CHECK (case when "payments"."settlement_id" is null then num_nonnulls("payments"."fee_paise", "payments"."fee_tax_paise", "payments"."settled_by_bank_at") = 0 else num_nulls("payments"."fee_paise", "payments"."fee_tax_paise", "payments"."settled_by_bank_at") = 0 end);
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'tax', 'pricing', 'languages', 'launch', 'search', 'providers'));
--> statement-breakpoint
ALTER TABLE billing_documents ADD CONSTRAINT billing_documents_order FOREIGN KEY (order_id) REFERENCES pack_orders (id);
--> statement-breakpoint
ALTER TABLE billing_documents ADD CONSTRAINT billing_documents_payment FOREIGN KEY (payment_id) REFERENCES payments (payment_id);
--> statement-breakpoint
-- I-2627-000001, ABCI-2627-000001: invoices, and C and D for credit and debit notes. Receipts keep the numbers that they had.
CREATE FUNCTION next_document_number(kind text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE kind
    WHEN 'receipt' THEN next_money_receipt_number()
    ELSE take_receipt_number(coalesce(receipt_prefix(), '')
           || CASE kind WHEN 'invoice' THEN 'I' WHEN 'credit-note' THEN 'C' ELSE 'D' END
           || '-' || substr(year, 3, 2) || substr(year, 6))
    END FROM financial_year(now()) AS year
$$;
--> statement-breakpoint
CREATE FUNCTION billing_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued document is never changed: % on % is not allowed', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER billing_documents_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_documents
  FOR EACH STATEMENT EXECUTE FUNCTION billing_stays();
--> statement-breakpoint
CREATE TRIGGER billing_lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_lines
  FOR EACH STATEMENT EXECUTE FUNCTION billing_stays();
--> statement-breakpoint
-- Checked at commit, when all lines are there.
CREATE FUNCTION billing_lines_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.total_paise IS DISTINCT FROM (SELECT sum(gross_paise) FROM billing_lines WHERE document_id = NEW.id) THEN
    RAISE EXCEPTION 'the lines of document % do not add up to its total', NEW.number USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER billing_documents_add_up AFTER INSERT ON billing_documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION billing_lines_add_up();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pack_order_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A deleted account's orders forget who the buyer was, unless they were paid.
  IF (NEW.user_id, NEW.pack_id, NEW.is_starter, NEW.credits, NEW.amount_paise, NEW.currency, NEW.created_at, NEW.quote - 'buyer')
     IS DISTINCT FROM (OLD.user_id, OLD.pack_id, OLD.is_starter, OLD.credits, OLD.amount_paise, OLD.currency, OLD.created_at, OLD.quote - 'buyer')
     OR (NEW.quote -> 'buyer' IS DISTINCT FROM OLD.quote -> 'buyer' AND (OLD.paid_at IS NOT NULL OR NEW.quote -> 'buyer' <> 'null'))
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
-- The value moves with the credits: both entries have it, with opposite sign.
CREATE OR REPLACE FUNCTION ledger_transfer_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  transfer credit_transfers;
  entries integer;
  given integer;
  taken integer;
  value bigint;
BEGIN
  IF TG_TABLE_NAME = 'credit_transfers' THEN
    transfer := NEW;
  ELSE
    SELECT * INTO STRICT transfer FROM credit_transfers WHERE id = NEW.transfer_id;
  END IF;
  SELECT
    count(*),
    count(*) FILTER (WHERE account_id = transfer.from_account AND credits = -transfer.credits),
    count(*) FILTER (WHERE account_id = transfer.to_account AND credits = transfer.credits),
    abs(sum(paise)) + abs(sum(untaxed_paise))
  INTO entries, given, taken, value
  FROM credit_entries WHERE transfer_id = transfer.id;
  IF entries <> 2 OR given <> 1 OR taken <> 1 OR value <> 0 THEN
    RAISE EXCEPTION 'transfer % must have exactly two entries of opposite sign', transfer.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What paid credits were worth, for entries from before: a pack brought its money, and every use took its share of what was there.
DO $$
DECLARE
  account record;
  entry record;
  balance bigint;
  held bigint;
  moved bigint;
BEGIN
  ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only;
  FOR account IN SELECT id FROM credit_accounts WHERE kind = 'user-paid' LOOP
    balance := 0;
    held := 0;
    FOR entry IN
      SELECT e.id, e.transfer_id, e.credits, t.reason, p.payment_id, p.amount_paise, p.credits_granted,
             -sum(e.credits) FILTER (WHERE t.reason IN ('refund', 'dispute'))
               OVER (PARTITION BY p.payment_id ORDER BY e.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken
        FROM credit_entries e JOIN credit_transfers t ON t.id = e.transfer_id
        LEFT JOIN payments p ON p.payment_id = t.details ->> 'paymentId'
       WHERE e.account_id = account.id ORDER BY e.id
    LOOP
      moved := CASE
        WHEN entry.reason = 'pack' THEN entry.amount_paise
        WHEN entry.reason IN ('refund', 'dispute') AND entry.credits < 0 THEN
          -least(held, -entry.credits * entry.amount_paise / entry.credits_granted)
        -- Given again: their share of what was taken, which may be less than they cost.
        WHEN entry.reason IN ('refund', 'dispute') THEN
          (SELECT round(paise_clawed_back * entry.credits::numeric / entry.taken) FROM payments WHERE payment_id = entry.payment_id)
        -- A gift.
        WHEN entry.credits > 0 THEN 0
        ELSE round(held * entry.credits::numeric / balance)
      END;
      UPDATE credit_entries
         SET paise = CASE account_id WHEN account.id THEN moved ELSE -moved END,
             untaxed_paise = CASE account_id WHEN account.id THEN moved ELSE -moved END
       WHERE transfer_id = entry.transfer_id;
      IF entry.reason IN ('refund', 'dispute') THEN
        UPDATE payments SET paise_clawed_back = paise_clawed_back - moved, untaxed_clawed_back = untaxed_clawed_back - moved
         WHERE payment_id = entry.payment_id;
      END IF;
      balance := balance + entry.credits;
      held := held + moved;
    END LOOP;
    UPDATE credit_accounts SET paise = held, untaxed_paise = held WHERE id = account.id;
  END LOOP;
  ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only;
END
$$;
