-- What the dashboard reads: sums by day that a projector keeps from the ledger and from invoices (docs/reports.md).

-- Triggers are added to busy tables.
-- locks: transfer, invoice, quote, merchant
-- safe: trigger transfer.transfer_noted: refuses nothing; it writes to a table that older processes do not know
-- safe: trigger invoice.invoice_noted: refuses nothing; it writes to a table that older processes do not know
-- safe: trigger quote.quote_noted: refuses nothing; it writes to a table that older processes do not know

-- The zone whose days a merchant's figures are counted by; null: UTC.
ALTER TABLE merchant ADD COLUMN time_zone TEXT;

-- What the sums do not contain yet. A row is written by the transaction that makes the change, and deleted by the statement that adds it to the sums.
CREATE TABLE dashboard_change (
  id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  transfer_id BIGINT,                             -- it was posted
  invoice_id  UUID,                               -- it was created; with a gate: its payer chose it
  gate_id     TEXT,
  is_first    BOOLEAN,                            -- the first gate that was chosen for the invoice
  merchant_id UUID,                               -- the time zone was changed: all days are counted again
  CHECK (num_nonnulls(transfer_id, invoice_id, merchant_id) = 1)
);

-- One row once the sums were computed from the beginning.
CREATE TABLE dashboard_state (
  single     BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  rebuilt_at TIMESTAMPTZ NOT NULL
);

-- What a merchant's money changed by in a day, whatever it was for; the balance at the end of a day is the sum of all days up to it.
CREATE TABLE balance_day (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL,
  asset       TEXT NOT NULL,
  day         DATE NOT NULL,
  in_minor    NUMERIC(78, 0) NOT NULL,
  out_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (merchant_id, mode, asset, day)
);

-- What a profile did in a day. Gross is before fees; a reorganization or a return makes it less.
CREATE TABLE operation_day (
  profile_id  UUID NOT NULL REFERENCES profile,
  day         DATE NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('invoice', 'deposit', 'conversion', 'payout', 'mass_payout', 'withdrawal', 'refund')),
  asset       TEXT NOT NULL,
  count       BIGINT NOT NULL,
  gross_minor NUMERIC(78, 0) NOT NULL,
  fee_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (profile_id, day, kind, asset)
);

-- What became of the invoices that were created in a day: by gate, and of all of them where gate_id is empty.
CREATE TABLE payer_day (
  profile_id UUID NOT NULL REFERENCES profile,
  day        DATE NOT NULL,
  gate_id    TEXT NOT NULL,
  opened     BIGINT NOT NULL,
  chosen     BIGINT NOT NULL,
  paid       BIGINT NOT NULL,
  PRIMARY KEY (profile_id, day, gate_id)
);

-- The first rate of each UTC day: what the sums of the day are valued at, permanently.
CREATE TABLE rate_day (
  mode     TEXT NOT NULL,
  asset    TEXT NOT NULL,
  currency TEXT NOT NULL,
  day      DATE NOT NULL,
  value    NUMERIC(38, 18) NOT NULL CHECK (value > 0),
  PRIMARY KEY (mode, asset, currency, day)
);

CREATE FUNCTION note_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (transfer_id) SELECT id FROM made WHERE state IN ('posted', 'post_pending');
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_noted AFTER INSERT ON transfer REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_transfers();

CREATE FUNCTION note_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (invoice_id) SELECT id FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_noted AFTER INSERT ON invoice REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_invoices();

-- Whoever adds a quote has locked the invoice, so exactly one of its quotes finds no other.
CREATE FUNCTION note_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (invoice_id, gate_id, is_first)
    SELECT m.invoice_id, m.gate_id, row_number() OVER (PARTITION BY m.invoice_id ORDER BY m.id) = 1
      AND NOT EXISTS (SELECT FROM quote q WHERE q.invoice_id = m.invoice_id AND q.id NOT IN (SELECT id FROM made))
    FROM made m;
  RETURN NULL;
END $$;
CREATE TRIGGER quote_noted AFTER INSERT ON quote REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_quotes();
