-- Which keys and seeds this database belongs to: SHA-256 of each, from which no key can be computed. A program with another one writes nothing.
CREATE TABLE key_fingerprint (
  name        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  recorded_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
