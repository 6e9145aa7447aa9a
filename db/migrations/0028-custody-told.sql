-- A difference between coins and books, and how much of it operators were told: a surplus that is known must hide no loss, and a loss that is known no further one.

ALTER TABLE custody_check DROP COLUMN differed_times;
ALTER TABLE custody_check ADD COLUMN told_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;    -- the difference that operators were told of last
ALTER TABLE custody_check ADD COLUMN untold_minor NUMERIC(78, 0) NOT NULL DEFAULT 0;  -- what came on top of it, or is missing from it
ALTER TABLE custody_check ADD COLUMN untold_since TIMESTAMPTZ;
ALTER TABLE custody_check ADD COLUMN untold_times INTEGER NOT NULL DEFAULT 0;         -- in how many looks in a row
ALTER TABLE custody_check ADD CHECK ((untold_minor = 0) = (untold_since IS NULL));

-- One kind of alert told both; it knows the difference of today only where that has the sign of the day it was opened.
UPDATE alert SET kind = CASE WHEN message LIKE '% are missing on %' THEN 'custody_missing' ELSE 'custody_surplus' END WHERE kind = 'custody_differs';
UPDATE custody_check c SET told_minor = c.difference_minor FROM alert a
WHERE a.resolved_at IS NULL AND a.subject = c.mode || ':' || c.gate_id
  AND a.kind = CASE WHEN c.difference_minor < 0 THEN 'custody_missing' WHEN c.difference_minor > 0 THEN 'custody_surplus' END;

-- Money in suspense, the newest first.
CREATE INDEX payment_suspense ON payment (first_seen_at DESC, id DESC) WHERE credited AND credited_to = 'suspense';
