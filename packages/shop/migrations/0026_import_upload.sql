ALTER TABLE "template_imports" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "template_imports" ADD CONSTRAINT "template_imports_upload" UNIQUE("upload_id");