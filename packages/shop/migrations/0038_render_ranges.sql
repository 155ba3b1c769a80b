CREATE TABLE "render_ranges" (
	"render_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"start_frame" integer NOT NULL,
	"end_frame" integer NOT NULL,
	"job_id" bigint,
	"storage_key" text,
	CONSTRAINT "render_ranges_render_id_start_frame_pk" PRIMARY KEY("render_id","start_frame"),
	CONSTRAINT "render_ranges_frames" CHECK ("render_ranges"."start_frame" >= 0 and "render_ranges"."start_frame" < "render_ranges"."end_frame")
);
