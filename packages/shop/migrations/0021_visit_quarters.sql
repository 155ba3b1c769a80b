-- Days begin at a half or a quarter of an hour in some time zones, India's among them. Nothing has been counted yet by the hour.
DROP TABLE "template_view_hours";--> statement-breakpoint
DROP TABLE "visit_hours";--> statement-breakpoint
CREATE TABLE "template_view_quarters" (
	"template_id" text NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "template_view_quarters_template_id_quarter_pk" PRIMARY KEY("template_id","quarter"),
	CONSTRAINT "template_view_quarters_views" CHECK ("template_view_quarters"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "visit_quarters" (
	"quarter" timestamp with time zone PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "visit_quarters_visitors" CHECK ("visit_quarters"."visitors" > 0)
);
--> statement-breakpoint
ALTER TABLE "template_view_quarters" ADD CONSTRAINT "template_view_quarters_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_view_quarters_quarter" ON "template_view_quarters" USING btree ("quarter");
