-- What changes its status carries a version and the moment of its last change, so that one statement writes them all.
ALTER TABLE refund_request ADD COLUMN version INTEGER NOT NULL DEFAULT 1, ADD COLUMN updated_at TIMESTAMPTZ;
UPDATE refund_request SET updated_at = coalesce(decided_at, created_at);
ALTER TABLE refund_request ALTER COLUMN updated_at SET DEFAULT now(), ALTER COLUMN updated_at SET NOT NULL;

ALTER TABLE suspension ADD COLUMN updated_at TIMESTAMPTZ;
UPDATE suspension SET updated_at = coalesce(released_at, reported_at, suspended_at);
ALTER TABLE suspension ALTER COLUMN updated_at SET DEFAULT now(), ALTER COLUMN updated_at SET NOT NULL;

ALTER TABLE merchant ADD COLUMN version INTEGER NOT NULL DEFAULT 1, ADD COLUMN updated_at TIMESTAMPTZ NOT NULL DEFAULT now();
