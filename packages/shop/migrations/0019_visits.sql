CREATE TABLE "template_view_hours" (
	"template_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "template_view_hours_template_id_hour_pk" PRIMARY KEY("template_id","hour"),
	CONSTRAINT "template_view_hours_views" CHECK ("template_view_hours"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "visit_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "visit_hours_visitors" CHECK ("visit_hours"."visitors" > 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "visit_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "visit_marks" (
	"day" date NOT NULL,
	"mark" "bytea" NOT NULL,
	CONSTRAINT "visit_marks_day_mark_pk" PRIMARY KEY("day","mark")
);
--> statement-breakpoint
CREATE TABLE "visit_start" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"counted_from" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_start_one_row" CHECK ("visit_start"."is_only")
);
--> statement-breakpoint
ALTER TABLE "template_view_hours" ADD CONSTRAINT "template_view_hours_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_view_hours_hour" ON "template_view_hours" USING btree ("hour");--> statement-breakpoint
INSERT INTO "visit_start" DEFAULT VALUES;
