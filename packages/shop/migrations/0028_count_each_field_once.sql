-- A field that takes a photo or a video was counted as both; choices and switches were not counted.
UPDATE template_versions SET editable = (
  SELECT jsonb_build_object(
    'text', count(*) FILTER (WHERE kind = 'text'),
    'photo', count(*) FILTER (WHERE kind = 'photo'),
    'video', count(*) FILTER (WHERE kind = 'video'),
    'photoOrVideo', count(*) FILTER (WHERE kind = 'photoOrVideo'),
    'color', count(*) FILTER (WHERE kind = 'color'),
    'audio', count(*) FILTER (WHERE kind = 'audio'),
    'choice', count(*) FILTER (WHERE kind = 'choice'),
    'toggle', count(*) FILTER (WHERE kind = 'toggle')
  )
  FROM (
    SELECT CASE
      WHEN field ->> 'type' <> 'media' THEN field ->> 'type'
      WHEN field -> 'accept' @> '["image", "video"]' THEN 'photoOrVideo'
      WHEN field -> 'accept' @> '["video"]' THEN 'video'
      ELSE 'photo'
    END AS kind
    FROM jsonb_array_elements(coalesce(document -> 'fields', '[]')) AS field
  ) AS fields
);
