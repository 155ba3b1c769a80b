-- What the owner's figures and lists are read from: packs with what is left of them, what each buyer comes to, and indexes.
CREATE TABLE "buyer_sums" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"paise" bigint DEFAULT 0 NOT NULL,
	"returned_paise" bigint DEFAULT 0 NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
	"credits_spent" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_sales" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"paise" bigint NOT NULL,
	"returned_paise" bigint NOT NULL,
	"credits" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "buyer_sums" ADD CONSTRAINT "buyer_sums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_sales" ADD CONSTRAINT "pack_sales_order_id_pack_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pack_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_sales" ADD CONSTRAINT "pack_sales_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_sales_paid" ON "pack_sales" USING btree ("paid_at","user_id","paise","returned_paise","credits");--> statement-breakpoint
CREATE INDEX "pack_sales_user" ON "pack_sales" USING btree ("user_id","paid_at","paise","returned_paise","credits");--> statement-breakpoint
DROP INDEX "entitlements_newest";--> statement-breakpoint
CREATE INDEX "entitlements_newest" ON "entitlements" USING btree ("user_id","created_at","credits_charged");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower("username") || E'\n' || "email" || E'\n' || lower("actual_name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone_number") WHERE "users"."phone_number" <> '';--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ((lower(coalesce(nullif("actual_name", ''), "username"))),"id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "admin_acts_actor" ON "admin_acts" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "admin_acts_with_ip" ON "admin_acts" USING btree ("happened_at") WHERE "admin_acts"."ip" <> '';--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","payment_id");--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("created_at","payment_id") WHERE "payments"."returned_paise" > 0;--> statement-breakpoint
CREATE INDEX "payments_not_granted" ON "payments" USING btree ("outcome","created_at","payment_id") WHERE "payments"."outcome" <> 'granted';--> statement-breakpoint
CREATE INDEX "renders_unfinished" ON "renders" USING btree ("status","id") WHERE "renders"."status" <> 'completed';
--> statement-breakpoint
-- What a granted payment comes to is written when its transaction commits: the order has its `paid_at` by then, and a lock on
-- the buyer's sums is the last one taken, so that nobody who holds one waits for another.
CREATE FUNCTION note_pack_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale pack_sales;
  kept pack_sales;
BEGIN
  SELECT orders.id, orders.user_id, orders.paid_at, payments.amount_paise - payments.returned_paise, payments.returned_paise,
         payments.credits_granted - payments.credits_clawed_back - payments.credits_short
    INTO STRICT sale
    FROM pack_orders orders JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
   WHERE orders.id = NEW.order_id;
  SELECT * INTO kept FROM pack_sales WHERE order_id = NEW.order_id;
  IF sale IS NOT DISTINCT FROM kept THEN RETURN NULL; END IF;
  INSERT INTO pack_sales VALUES (sale.*)
    ON CONFLICT (order_id) DO UPDATE SET paise = sale.paise, returned_paise = sale.returned_paise, credits = sale.credits;
  INSERT INTO buyer_sums AS sums (user_id, paise, returned_paise, credits)
  VALUES (sale.user_id, sale.paise - coalesce(kept.paise, 0), sale.returned_paise - coalesce(kept.returned_paise, 0),
          sale.credits - coalesce(kept.credits, 0))
    ON CONFLICT (user_id) DO UPDATE SET paise = sums.paise + excluded.paise,
      returned_paise = sums.returned_paise + excluded.returned_paise, credits = sums.credits + excluded.credits;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payments_noted_as_sale AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.outcome = 'granted') EXECUTE FUNCTION note_pack_sale();
--> statement-breakpoint
CREATE FUNCTION note_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO buyer_sums AS sums (user_id, purchases, credits_spent) VALUES (NEW.user_id, 1, NEW.credits_charged)
    ON CONFLICT (user_id) DO UPDATE SET purchases = sums.purchases + 1,
      credits_spent = sums.credits_spent + excluded.credits_spent;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entitlements_noted_as_purchase AFTER INSERT ON entitlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_purchase();
--> statement-breakpoint
-- A purchase is for ever and for what it cost: nobody has to take it off the sums again.
CREATE FUNCTION purchase_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a purchase cannot be undone or charged anew: % is not allowed', TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER entitlements_stay BEFORE DELETE OR UPDATE OF user_id, template_id, credits_charged ON entitlements
  FOR EACH ROW EXECUTE FUNCTION purchase_stays();
--> statement-breakpoint
-- Makes both tables anew from the rows they sum up: for the sales there are, and after rows were put in past the triggers.
CREATE FUNCTION rebuild_sales() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE payments, entitlements IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM pack_sales;
  INSERT INTO pack_sales (order_id, user_id, paid_at, paise, returned_paise, credits)
  SELECT orders.id, orders.user_id, orders.paid_at, payments.amount_paise - payments.returned_paise, payments.returned_paise,
         payments.credits_granted - payments.credits_clawed_back - payments.credits_short
    FROM pack_orders orders JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'granted'
   ORDER BY orders.paid_at;
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
-- Index-only reading needs pages known to be visible to all: also the newest, which is where most sales are looked for.
ALTER TABLE "entitlements" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "pack_sales" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
-- The same row again and again: room beside it keeps it on its page.
ALTER TABLE "buyer_sums" SET (fillfactor = 70);
--> statement-breakpoint
-- The log stays append-only, but for one thing: the address of a line older than 90 days may be emptied, and must be.
DROP TRIGGER admin_acts_append_only ON admin_acts;
--> statement-breakpoint
CREATE TRIGGER admin_acts_append_only BEFORE DELETE OR TRUNCATE ON admin_acts
  FOR EACH STATEMENT EXECUTE FUNCTION admin_acts_are_append_only();
--> statement-breakpoint
CREATE FUNCTION admin_act_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted admin_acts := OLD;
BEGIN
  wanted.ip := '';
  IF NEW IS DISTINCT FROM wanted OR OLD.happened_at > now() - interval '90 days' THEN
    RAISE EXCEPTION 'the log of admin acts is append-only: % is not allowed', TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER admin_act_stays BEFORE UPDATE ON admin_acts FOR EACH ROW EXECUTE FUNCTION admin_act_stays();
