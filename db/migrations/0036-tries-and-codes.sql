-- A question whose mail was not sent, because its limits were reached, has no code that anybody could guess.
ALTER TABLE verification_code ALTER COLUMN code_hash DROP NOT NULL;

-- A browser in which a member of staff passed both factors: its tries are counted apart from everybody else's.
CREATE TABLE staff_device (
  staff_id     UUID NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  cookie_hash  BYTEA NOT NULL,                    -- SHA-256 of the device cookie's 256 random bits
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  last_seen_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (staff_id, cookie_hash)
);
CREATE INDEX staff_device_by_cookie ON staff_device (cookie_hash);

CREATE INDEX visitor_by_age ON visitor (last_seen_at);
