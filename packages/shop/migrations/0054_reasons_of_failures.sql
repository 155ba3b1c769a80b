ALTER TABLE "template_imports" ADD COLUMN "failure" jsonb;--> statement-breakpoint
ALTER TABLE "pack_orders" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "error_reason" text;