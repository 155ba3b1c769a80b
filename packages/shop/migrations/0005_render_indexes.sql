CREATE INDEX "render_requests_project" ON "render_requests" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "renders_project" ON "renders" USING btree ("project_id");