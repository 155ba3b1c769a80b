ALTER TABLE "upkeep_runs" DROP CONSTRAINT "upkeep_runs_kind";--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_section";--> statement-breakpoint
ALTER TABLE "upkeep_runs" ADD CONSTRAINT "upkeep_runs_kind" CHECK ("upkeep_runs"."kind" in ('backup', 'ledger-check', 'test-mail', 'test-sms', 'test-payment', 'test-address', 'test-storage'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_section" CHECK ("settings"."section" in ('brand', 'storefront', 'seller', 'pricing', 'launch'));