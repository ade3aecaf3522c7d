#!/bin/sh
# Runs `claimgate check` of the version that the revision of the hook has.
set -eu
ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
export ROOT
exec npx --yes "claimgate@$(node -p 'require(process.env.ROOT + "/package.json").version')" check "$@"
