-- What the health checks of each day said of each part of the gateway, for the public page /status.
CREATE TABLE status_day (
  day          DATE NOT NULL,
  part         TEXT NOT NULL CHECK (part ~ '^[a-z-]{1,40}$'),
  checks       INTEGER NOT NULL CHECK (checks > 0),  -- minutes of which the state is known
  late         INTEGER NOT NULL CHECK (late >= 0),   -- of these, how many it was delayed
  down         INTEGER NOT NULL CHECK (down >= 0),   -- and how many it did not work
  first_minute TIMESTAMPTZ NOT NULL,
  last_minute  TIMESTAMPTZ NOT NULL,                 -- several processes count each minute once
  PRIMARY KEY (day, part),
  CHECK (late + down <= checks)
);
