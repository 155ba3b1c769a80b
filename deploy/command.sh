#!/bin/sh
# Runs a command as the service would: with its settings and, when root calls it, as the user to whom its data folder belongs.
# `/opt/vitrine/deploy/command.sh create-owner --email …`
set -eu
settings="${VITRINE_SETTINGS:-/etc/vitrine/vitrine.env}"
set -a
# shellcheck disable=SC1090
. "$settings"
set +a
INIT_CWD="$PWD"
export INIT_CWD
cd "$(dirname "$0")/.."
set -- node bin/vitrine.mjs "$@"
if [ "$(id -u)" = 0 ]; then
  user=$(stat -c %U "${VITRINE_DATA:-/nowhere}" 2>/dev/null || echo vitrine)
  if [ "$user" != root ] && id "$user" >/dev/null 2>&1; then
    set -- runuser -u "$user" -- "$@"
  fi
fi
exec "$@"
