-- Refunds count when they are made: each pack has an entry for its sale and one for each return of money, none of which changes.
ALTER TABLE "pack_sales" DROP CONSTRAINT "pack_sales_pkey";--> statement-breakpoint
DROP INDEX "pack_sales_paid";--> statement-breakpoint
DROP INDEX "pack_sales_user";--> statement-breakpoint
ALTER TABLE "pack_sales" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "pack_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "pack_sales" ADD COLUMN "is_sale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_pack_sale() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- A refund is dated by its record, and what a payment returned without one by the payment.
CREATE OR REPLACE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
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
SELECT rebuild_sales();
--> statement-breakpoint
CREATE UNIQUE INDEX "pack_sales_one_sale" ON "pack_sales" USING btree ("order_id") WHERE "pack_sales"."is_sale";--> statement-breakpoint
CREATE INDEX "pack_sales_order" ON "pack_sales" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "pack_sales_paid" ON "pack_sales" USING btree ("paid_at","user_id","is_sale","paise","returned_paise","credits");--> statement-breakpoint
CREATE INDEX "pack_sales_user" ON "pack_sales" USING btree ("user_id","paid_at","is_sale","paise","returned_paise","credits");--> statement-breakpoint
ALTER TABLE "pack_sales" ADD CONSTRAINT "pack_sales_amount" CHECK (case when "pack_sales"."is_sale" then "pack_sales"."paise" > 0 and "pack_sales"."returned_paise" = 0 else "pack_sales"."paise" = -"pack_sales"."returned_paise" end);
