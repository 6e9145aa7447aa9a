-- Calls within a minute by hashed key, counted by all API processes together; the columns are those of rate-limiter-flexible.
-- Unlogged: counting waits for no disk, and a crash of Postgres forgets the counts of one minute.
CREATE UNLOGGED TABLE rate_limit (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire BIGINT
) WITH (fillfactor = 50);
