#!/bin/sh
# Runs a command as the service would: as its user, with its settings. `/opt/vitrine/deploy/command.sh create-owner --email …`
# Without the root's rights it runs as whoever calls it.
set -eu
settings="${VITRINE_SETTINGS:-/etc/vitrine/vitrine.env}"
set -a
# shellcheck disable=SC1090
. "$settings"
set +a
INIT_CWD="$PWD"
export INIT_CWD
cd "$(dirname "$0")/.."
set -- node scripts/run.mjs scripts/vitrine.ts "$@"
if [ "$(id -u)" = 0 ] && id vitrine >/dev/null 2>&1; then
  set -- runuser -u vitrine -- "$@"
fi
exec "$@"
