-- locks: person_look
-- Partners and ambassadors: who applied, their links, the merchants that came by them, and their shares of fees.
CREATE TABLE partner (
  id                UUID PRIMARY KEY,
  version           INTEGER NOT NULL DEFAULT 1,
  kind              TEXT NOT NULL CHECK (kind IN ('partner', 'ambassador')),
  status            TEXT NOT NULL DEFAULT 'applied' CHECK (status IN ('applied', 'in_review', 'approved', 'active',
                      'paused', 'ended', 'declined')),
  reference         TEXT NOT NULL,            -- of the message that applied
  name              TEXT NOT NULL CHECK (length(name) <= 100),
  email             TEXT NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  language          TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru')),
  company           TEXT CHECK (length(company) <= 100),
  website           TEXT NOT NULL CHECK (length(website) <= 300),
  subscribers       BIGINT CHECK (subscribers >= 0),
  daily_visitors    BIGINT CHECK (daily_visitors >= 0),
  reviewer_id       UUID REFERENCES staff_user,
  evidence          TEXT CHECK (length(evidence) BETWEEN 10 AND 5000),  -- what the reviewer has verified
  note              TEXT CHECK (length(note) <= 2000),  -- why it was declined, paused or ended
  -- The terms of the agreement, from its approval on.
  share_bps         INTEGER CHECK (share_bps BETWEEN 0 AND 10000),
  cap_minor         NUMERIC(78, 0) CHECK (cap_minor >= 0),  -- euro cents
  token_hash        BYTEA UNIQUE CHECK (octet_length(token_hash) = 32),  -- of the link that leads to the agreement
  token_expires_at  TIMESTAMPTZ,
  agreement_version TEXT,
  agreed_at         TIMESTAMPTZ,
  agreed_by         UUID REFERENCES app_user,
  merchant_id       UUID REFERENCES merchant, -- the account that is paid
  -- Of the merchants that count: their shares in millionths of a euro, and the euro cents that this has earned.
  accrued_micro     NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (accrued_micro >= 0),
  earned_minor      NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (earned_minor >= 0),
  settled_minor     NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (settled_minor >= 0),  -- given to the account
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK (status NOT IN ('approved', 'active', 'paused') OR (evidence IS NOT NULL AND share_bps IS NOT NULL
    AND cap_minor IS NOT NULL)),
  CHECK (status NOT IN ('active', 'paused') OR (merchant_id IS NOT NULL AND agreed_at IS NOT NULL
    AND agreement_version IS NOT NULL)),
  CHECK (cap_minor IS NULL OR earned_minor <= cap_minor)
);
-- One account is paid as one partner.
CREATE UNIQUE INDEX partner_of_merchant ON partner (merchant_id) WHERE status IN ('active', 'paused');
CREATE INDEX partner_by_status ON partner (status, created_at DESC);
-- One address applies once at a time.
CREATE UNIQUE INDEX partner_open_application ON partner (email, kind) WHERE status IN ('applied', 'in_review', 'approved');
CREATE TRIGGER partner_of_deleted BEFORE INSERT ON partner FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();

CREATE TABLE partner_link (
  id         UUID PRIMARY KEY,
  partner_id UUID NOT NULL REFERENCES partner,
  code       TEXT NOT NULL UNIQUE CHECK (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  label      TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  closed_at  TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX partner_link_of ON partner_link (partner_id, created_at);

CREATE TABLE partner_link_day (
  link_id UUID NOT NULL REFERENCES partner_link ON DELETE CASCADE,
  day     DATE NOT NULL,
  visits  INTEGER NOT NULL CHECK (visits > 0),
  PRIMARY KEY (link_id, day)
);

-- One partner for each merchant, for good: the first whose link was visited.
CREATE TABLE partner_referral (
  merchant_id    UUID PRIMARY KEY REFERENCES merchant,
  partner_id     UUID NOT NULL REFERENCES partner,
  link_id        UUID NOT NULL REFERENCES partner_link,
  visit_id       UUID UNIQUE,                 -- null: the code was typed. One visit brings one merchant
  touched_at     TIMESTAMPTZ NOT NULL,
  version        INTEGER NOT NULL DEFAULT 1,
  standing       TEXT NOT NULL CHECK (standing IN ('counted', 'held', 'refused')),
  signals        TEXT[] NOT NULL DEFAULT '{}',
  cleared        TEXT[] NOT NULL DEFAULT '{}',  -- the signals that staff have seen and let pass
  is_refused     BOOLEAN NOT NULL DEFAULT false,  -- by staff
  decided_by     UUID REFERENCES staff_user,
  note           TEXT CHECK (length(note) <= 2000),
  accrued_micro  NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (accrued_micro >= 0),
  checked_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX partner_referral_of ON partner_referral (partner_id, created_at DESC);
CREATE INDEX partner_referral_of_link ON partner_referral (link_id);
CREATE INDEX partner_referral_due ON partner_referral (checked_at);

-- The share of each posted fee of a referred merchant, and what a returned fee took back (below zero).
CREATE TABLE partner_share (
  transfer_id BIGINT NOT NULL REFERENCES transfer,
  line        SMALLINT NOT NULL,              -- of its entry on the account of fees
  partner_id  UUID NOT NULL REFERENCES partner,
  merchant_id UUID NOT NULL REFERENCES partner_referral,
  subject     TEXT NOT NULL,                  -- the operation, e.g. invoice:<uuid>
  fee         TEXT NOT NULL CHECK (fee IN ('fees:service', 'fees:conversion', 'fees:card')),
  asset       TEXT NOT NULL,
  fee_minor   NUMERIC(78, 0) NOT NULL,
  share_micro NUMERIC(78, 0) NOT NULL,
  charged_at  TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX partner_share_of_subject ON partner_share (merchant_id, subject);
CREATE INDEX partner_share_of_partner ON partner_share (partner_id, charged_at);

-- What was given to the account of a partner, once a month.
CREATE TABLE partner_settlement (
  partner_id  UUID NOT NULL REFERENCES partner,
  month       TEXT NOT NULL CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  merchant_id UUID NOT NULL REFERENCES merchant,
  minor       NUMERIC(78, 0) NOT NULL CHECK (minor > 0),  -- euro cents
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (partner_id, month)
);

-- Up to which entry each account of fees was read. Entries of one account are numbered in the order of their commits.
CREATE TABLE partner_fee_cursor (
  account_id BIGINT PRIMARY KEY REFERENCES account,
  through    BIGINT NOT NULL,
  line       SMALLINT NOT NULL
);
-- Nobody has a share of the fees before this.
INSERT INTO partner_fee_cursor (account_id, through, line)
SELECT a.id, e.transfer_id, e.line FROM account a
CROSS JOIN LATERAL (
  SELECT transfer_id, line FROM entry WHERE account_id = a.id ORDER BY transfer_id DESC, line DESC LIMIT 1) e
WHERE a.owner = 'gateway' AND a.mode = 'production' AND a.kind IN ('fees:service', 'fees:conversion', 'fees:card');

-- Looks of staff at partners.
ALTER TABLE person_look DROP CONSTRAINT person_look_kind_check,
  ADD CONSTRAINT person_look_kind_check CHECK (kind IN ('case', 'document', 'operation', 'report', 'contact', 'partner'));
