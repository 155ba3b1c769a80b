-- The ledger's own guards: what is written stays written, and every transfer is two entries of opposite sign.
INSERT INTO credit_accounts (id, kind) VALUES
  ('system:grants', 'system'),
  ('system:sales', 'system'),
  ('system:adjustments', 'system');
--> statement-breakpoint
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is not allowed', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER credit_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE FUNCTION ledger_transfer_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  transfer credit_transfers;
  entries integer;
  given integer;
  taken integer;
BEGIN
  IF TG_TABLE_NAME = 'credit_transfers' THEN
    transfer := NEW;
  ELSE
    SELECT * INTO STRICT transfer FROM credit_transfers WHERE id = NEW.transfer_id;
  END IF;
  SELECT
    count(*),
    count(*) FILTER (WHERE account_id = transfer.from_account AND credits = -transfer.credits),
    count(*) FILTER (WHERE account_id = transfer.to_account AND credits = transfer.credits)
  INTO entries, given, taken
  FROM credit_entries WHERE transfer_id = transfer.id;
  IF entries <> 2 OR given <> 1 OR taken <> 1 THEN
    RAISE EXCEPTION 'transfer % must have exactly two entries of opposite sign', transfer.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Checked at commit, when both entries are there.
CREATE CONSTRAINT TRIGGER credit_transfers_balanced AFTER INSERT ON credit_transfers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_is_balanced();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_entries_balanced AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_is_balanced();
