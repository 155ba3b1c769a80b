#!/bin/sh
# Makes tonight's backup below $BACKUPS, sharing what has not changed with the newest one before it, and removes those of more
# than $KEEP_DAYS days ago. A backup that failed is removed as well: a folder without manifest.json is none.
set -eu
: "${BACKUPS:?names the folder of the backups}"
KEEP_DAYS="${KEEP_DAYS:-14}"
cd "$(dirname "$0")/.."

newest=$(find "$BACKUPS" -mindepth 2 -maxdepth 2 -name manifest.json | sort | tail -n 1)
folder="$BACKUPS/$(date -u +%Y-%m-%dT%H%M%SZ)"
trap '[ -e "$folder/manifest.json" ] || rm -rf "$folder"' EXIT

if [ -n "$newest" ]; then
  node bin/vitrine.mjs backup "$folder" --previous "$(dirname "$newest")"
else
  node bin/vitrine.mjs backup "$folder"
fi
find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -mtime "+$KEEP_DAYS" -exec rm -rf {} +
