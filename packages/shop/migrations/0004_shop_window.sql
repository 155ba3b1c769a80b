CREATE INDEX "templates_categories" ON "templates" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "templates_sections" ON "templates" USING gin ("sections");