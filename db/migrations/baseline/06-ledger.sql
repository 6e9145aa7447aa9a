CREATE TABLE account (
  id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner           TEXT NOT NULL,                          -- a merchant's id, or 'gateway'
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,                          -- a gate id, EUR, or network:contract in suspense
  -- available, invoice:<id>, deposit:<id>, custody:<network>, suspense, fees:service, receivable, …
  kind            TEXT NOT NULL,
  stripe          SMALLINT NOT NULL DEFAULT 0,
  may_go_negative BOOLEAN NOT NULL,
  debits_pending  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (debits_pending >= 0),
  debits_posted   NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (debits_posted >= 0),
  credits_pending NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (credits_pending >= 0),
  credits_posted  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (credits_posted >= 0),
  frozen_at       TIMESTAMPTZ,                            -- outgoing money stopped by an operator or a reorganisation
  invoice_id      UUID GENERATED ALWAYS AS (
    CASE WHEN kind LIKE 'invoice:%' THEN substr(kind, 9)::uuid END
  ) STORED,
  -- There is money in it. Of many invoices few accounts have any, and what adds balances up reads these alone.
  is_open         BOOLEAN GENERATED ALWAYS AS (
    kind LIKE 'invoice:%' AND (credits_posted <> debits_posted OR debits_pending <> 0 OR credits_pending <> 0)
  ) STORED,
  -- The owner of this balance owes on `receivable` of the same asset. It is set with the debt and read with the lock of
  -- the balance, so that the many settlements of those who owe nothing need no other look.
  owes            BOOLEAN NOT NULL DEFAULT false,
  is_open_deposit BOOLEAN NOT NULL DEFAULT false,
  -- The owner of this balance has rows in written_off. It is read with the lock of the balance, so that the settlements
  -- of everybody else need not look for them.
  written_off     BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT insufficient_funds CHECK (may_go_negative OR (debits_pending + debits_posted) <= credits_posted),
  UNIQUE (owner, mode, asset, kind, stripe)
) WITH (fillfactor=85);
CREATE INDEX account_of_invoice ON account (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX account_open ON account (owner, mode) WHERE is_open;
CREATE INDEX account_of_owner ON account (owner, mode) WHERE invoice_id IS NULL;
-- The money of a deposit is an account, as that of an invoice: owner the merchant, kind deposit:<id>.
CREATE INDEX account_of_deposit ON account (kind) WHERE kind LIKE 'deposit:%';
CREATE INDEX account_of_no_operation ON account (owner, mode) WHERE invoice_id IS NULL AND kind NOT LIKE 'deposit:%';
CREATE INDEX account_of_open_deposit ON account (owner, mode) WHERE is_open_deposit;

CREATE TABLE transfer (
  id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL,                               -- payment_credit, payment_reverse, settle, service_fee, …
  state      TEXT NOT NULL CHECK (state IN ('posted', 'pending', 'post_pending', 'void_pending')),
  resolves   BIGINT REFERENCES transfer,                  -- the pending transfer this posts or voids
  -- of what was asked: the same key with another content is refused
  digest     BYTEA NOT NULL,
  invoice_id UUID,
  entity     TEXT,                                        -- e.g. payout:<uuid>
  note       TEXT,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((resolves IS NOT NULL) = (state IN ('post_pending', 'void_pending')))
);
CREATE UNIQUE INDEX transfer_resolved_once ON transfer (resolves) WHERE resolves IS NOT NULL;
CREATE INDEX transfer_invoice ON transfer (invoice_id) WHERE invoice_id IS NOT NULL;
-- Transfers are written in the order of time, so a summary of blocks is enough to find a day.
CREATE INDEX transfer_created ON transfer USING brin (created_at);
CREATE INDEX transfer_of_deposit ON transfer (entity) WHERE entity LIKE 'deposit:%';

-- amount is signed: debit positive, credit negative. The entries of a transfer sum to zero per asset and layer.
CREATE TABLE entry (
  transfer_id BIGINT NOT NULL REFERENCES transfer,
  account_id  BIGINT NOT NULL REFERENCES account,
  asset       TEXT NOT NULL,
  layer       TEXT NOT NULL CHECK (layer IN ('pending', 'posted')),
  amount      NUMERIC(78, 0) NOT NULL CHECK (amount <> 0),
  line        SMALLINT NOT NULL,
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX entry_account ON entry (account_id, transfer_id);

-- How far each account has been added up: the sums of its entries up to a transfer. Transfers of one account are
-- numbered in the order of their commits, because a number is taken while the account is locked; so what is new has a
-- higher one.
CREATE TABLE account_check (
  account_id      BIGINT PRIMARY KEY REFERENCES account,
  through         BIGINT NOT NULL,                        -- the last transfer that is in the sums
  debits_pending  NUMERIC(78, 0) NOT NULL,
  debits_posted   NUMERIC(78, 0) NOT NULL,
  credits_pending NUMERIC(78, 0) NOT NULL,
  credits_posted  NUMERIC(78, 0) NOT NULL
);

-- When the whole ledger was last added up from its first entry and found right.
CREATE TABLE ledger_check (
  single  BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  full_at TIMESTAMPTZ NOT NULL
);

-- What stops the outgoing money of an account. Each cause ends alone; account.frozen_at is since when any of them
-- lasts, written in the same transaction under the account's lock, because holds and signatures read it.
CREATE TABLE account_freeze (
  cause      TEXT NOT NULL,                               -- invoice:<uuid>, in error after a reorganisation
  account_id BIGINT NOT NULL REFERENCES account,
  since      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (cause, account_id)
);
CREATE INDEX account_freeze_account ON account_freeze (account_id);

-- While the books are in doubt nothing leaves any account, those that come into being later included, until an operator
-- lets it.
CREATE TABLE books_freeze (
  single BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  since  TIMESTAMPTZ                                      -- null: money may leave
);
INSERT INTO books_freeze DEFAULT VALUES;

-- What was written off of the debt that an invoice, a deposit or a withdrawal left. Money of it that is mined again
-- pays this loss of the gateway first; what has done so is taken from there when it is gone once more. Locked with the
-- balance of the merchant.
CREATE TABLE written_off (
  owner           TEXT NOT NULL,                          -- the merchant, as in account
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  asset           TEXT NOT NULL,
  cause           TEXT NOT NULL,                          -- e.g. invoice:<uuid>
  open_minor      NUMERIC(78, 0) NOT NULL CHECK (open_minor >= 0),
  recovered_minor NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (recovered_minor >= 0),
  given_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (given_minor >= 0),
  PRIMARY KEY (owner, mode, asset, cause)
);

CREATE TRIGGER account_kept BEFORE DELETE OR TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION note_open_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_open_deposit := NEW.credits_posted <> NEW.debits_posted OR NEW.debits_pending <> 0 OR NEW.credits_pending <> 0;
  RETURN NEW;
END $$;
CREATE TRIGGER account_deposit_open BEFORE INSERT OR UPDATE ON account
  FOR EACH ROW WHEN (NEW.kind LIKE 'deposit:%') EXECUTE FUNCTION note_open_deposit();
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION note_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dashboard_change (transfer_id) SELECT id FROM made WHERE state IN ('posted', 'post_pending');
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_noted AFTER INSERT ON transfer REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_transfers();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION check_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM entry WHERE transfer_id = NEW.transfer_id GROUP BY asset, layer HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the entries of transfer % do not sum to zero', NEW.transfer_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_balances';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_balances AFTER INSERT ON entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transfer_balances();
