-- How many readers found a help article useful. A count for each day: nothing says who answered.
CREATE TABLE article_answer (
  slug       TEXT NOT NULL CHECK (slug ~ '^[a-z0-9-]{1,60}$'),
  day        DATE NOT NULL,
  useful     INTEGER NOT NULL CHECK (useful >= 0),
  not_useful INTEGER NOT NULL CHECK (not_useful >= 0),
  PRIMARY KEY (slug, day)
);
