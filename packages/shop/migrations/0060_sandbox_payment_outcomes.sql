-- Payments of the sandbox take no step by themselves any more. Programs of the version before, which may still run, go on with
-- what these columns say; the next release drops them.
ALTER TABLE "sandbox_payment"."payments" ALTER COLUMN "plan" SET DEFAULT '{"outcome": "success", "webhooks": "at-once", "delayMs": 0}';
