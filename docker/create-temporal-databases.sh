#!/bin/sh
# Run by the image of Postgres when it makes its data: Temporal gets a user and databases of its own, and sees no others.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$TEMPORAL_DATABASE_PASSWORD" --set owner="$POSTGRES_USER" <<'SQL'
CREATE ROLE temporal LOGIN PASSWORD :'password';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE :"owner" FROM PUBLIC;
SQL
