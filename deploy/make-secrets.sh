#!/bin/sh
# Makes the secrets that compose.yaml names, in deploy/secrets. What is there already is kept.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
for name in claimgate_secret database_password grafana_password; do
  [ -s "secrets/$name" ] || random >"secrets/$name"
done
[ -s secrets/database_url ] ||
  printf 'postgres://claimgate:%s@postgres:5432/claimgate' "$(cat secrets/database_password)" >secrets/database_url
# Compose mounts the files as they are, and each container has a user of its own. The folder keeps others out.
chmod 644 secrets/*
