#!/bin/sh
# Starts the part of Vitrine that the container is for. Anything else is a command: run.sh ledger-check
set -eu
cd "$(dirname "$0")/../.."
case "${1:-server}" in
  server | worker) exec node --enable-source-maps "build/node/$1.js" ;;
  *) exec node scripts/run.mjs scripts/vitrine.ts "$@" ;;
esac
