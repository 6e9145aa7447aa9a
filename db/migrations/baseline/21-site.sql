-- How many readers found a help article useful. A count for each day: nothing says who answered.
CREATE TABLE article_answer (
  slug       TEXT NOT NULL CHECK (slug ~ '^[a-z0-9-]{1,60}$'),
  day        DATE NOT NULL,
  useful     INTEGER NOT NULL CHECK (useful >= 0),
  not_useful INTEGER NOT NULL CHECK (not_useful >= 0),
  PRIMARY KEY (slug, day)
);

-- What the health checks of each day said of each part of the gateway, for the public page /status.
CREATE TABLE status_day (
  day          DATE NOT NULL,
  part         TEXT NOT NULL CHECK (part ~ '^[a-z-]{1,40}$'),
  checks       INTEGER NOT NULL CHECK (checks > 0),       -- minutes of which the state is known
  late         INTEGER NOT NULL CHECK (late >= 0),        -- of these, how many it was delayed
  down         INTEGER NOT NULL CHECK (down >= 0),        -- and how many it did not work
  first_minute TIMESTAMPTZ NOT NULL,
  last_minute  TIMESTAMPTZ NOT NULL,                      -- several processes count each minute once
  CHECK ((late + down) <= checks),
  PRIMARY KEY (day, part)
);
