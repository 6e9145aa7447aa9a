-- Onboarding: one case per merchant from the first test to production and through its monitoring, with people, documents, what the verification
-- provider says, and what staff decide. Personal data and documents are sealed (db/secret-box.ts) and end with the retention (spec §9).

CREATE TABLE compliance_case (
  id                    UUID PRIMARY KEY,
  merchant_id           UUID NOT NULL UNIQUE REFERENCES merchant,
  version               INTEGER NOT NULL DEFAULT 1,
  status                TEXT NOT NULL CHECK (status IN ('integrating', 'business', 'personal', 'checking', 'review', 'more_requested',
                          'approved', 'production', 'renewal', 'rechecking', 'suspended', 'declined', 'expired')),
  reason                TEXT,                     -- a code, e.g. provider_silent, sanctions_hit, yearly_review
  since                 TIMESTAMPTZ NOT NULL DEFAULT now(),   -- of the status
  act_until             TIMESTAMPTZ,              -- what somebody must do is done by then, else the status ends by itself
  reminders             INTEGER NOT NULL DEFAULT 0,           -- sent in this status
  untold                BOOLEAN NOT NULL DEFAULT false,       -- the merchant is to be told of this status, by its workflow
  round                 INTEGER NOT NULL DEFAULT 0,           -- of the review: only decisions of the current round count
  tested_at             TIMESTAMPTZ,              -- a sandbox invoice was paid
  test_skipped_at       TIMESTAMPTZ,
  business_sealed       BYTEA,                    -- what the merchant says of the business, context `case:<id>`
  business_submitted_at TIMESTAMPTZ,
  personal_submitted_at TIMESTAMPTZ,
  checks_round          INTEGER NOT NULL DEFAULT 0,           -- up to which submission the provider was asked
  submissions           INTEGER NOT NULL DEFAULT 0,           -- how often the merchant has handed something in for checks
  requested             JSONB NOT NULL DEFAULT '[]',          -- what is asked for now: [{kind, personId, note}]
  words                 TEXT,                     -- why more is asked for, or why it was refused, for the merchant
  risk                  JSONB,                    -- the last assessment: {level, score, reasons, hits, assessedAt}
  next_screening_at     TIMESTAMPTZ,
  monitored_until       TIMESTAMPTZ,
  notified_at           TIMESTAMPTZ,              -- the merchant was told of the approval
  opened_at             TIMESTAMPTZ,              -- production was opened first
  ended_at              TIMESTAMPTZ,              -- the relationship ended: the retention runs from here
  purged_at             TIMESTAMPTZ,
  created_at            TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at            TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX compliance_case_queue ON compliance_case (status, since);
CREATE INDEX compliance_case_ended ON compliance_case (ended_at) WHERE ended_at IS NOT NULL AND purged_at IS NULL;

-- Beneficial owners and representatives.
CREATE TABLE compliance_person (
  id                UUID PRIMARY KEY,
  case_id           UUID NOT NULL REFERENCES compliance_case,
  details_sealed    BYTEA,                        -- name, birth date, nationality, country, address; context `person:<id>`; null once purged
  is_owner          BOOLEAN NOT NULL,
  is_representative BOOLEAN NOT NULL,
  share_percent     INTEGER CHECK (share_percent BETWEEN 1 AND 100),
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  removed_at        TIMESTAMPTZ,
  CHECK (is_owner OR is_representative),
  CHECK (is_owner = (share_percent IS NOT NULL))
);
CREATE INDEX compliance_person_case ON compliance_person (case_id, created_at);

CREATE TABLE compliance_document (
  id             UUID PRIMARY KEY,
  case_id        UUID NOT NULL REFERENCES compliance_case,
  person_id      UUID REFERENCES compliance_person,  -- null: of the business
  kind           TEXT NOT NULL CHECK (kind IN ('registration', 'ownership', 'business_address', 'licence', 'source_of_funds', 'identity',
                   'identity_back', 'person_address', 'other')),
  file_name      TEXT NOT NULL,
  content_type   TEXT NOT NULL CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     INTEGER NOT NULL CHECK (size_bytes > 0),
  sha256         BYTEA NOT NULL,
  expires_on     DATE,                            -- of an identity document or licence
  expiry_told_at TIMESTAMPTZ,                     -- the merchant was asked for a new one
  uploaded_by    UUID REFERENCES app_user ON DELETE SET NULL,
  uploaded_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  handed_in_at   TIMESTAMPTZ,                     -- null: the merchant may still take it back
  removed_at     TIMESTAMPTZ,                     -- taken back, or replaced by a newer one
  purged_at      TIMESTAMPTZ
);
CREATE INDEX compliance_document_case ON compliance_document (case_id, uploaded_at);
CREATE INDEX compliance_document_expiry ON compliance_document (expires_on) WHERE expires_on IS NOT NULL AND removed_at IS NULL;

-- The bytes, each file encrypted with a key of its own that is sealed; a purge deletes the row.
CREATE TABLE compliance_file (
  document_id UUID PRIMARY KEY REFERENCES compliance_document,
  key_sealed  BYTEA NOT NULL,                     -- context `document:<id>`
  content     BYTEA NOT NULL                      -- 12 bytes of nonce, 16 of tag, AES-256-GCM
);

-- What staff decided, each once. Append-only.
CREATE TABLE compliance_decision (
  id         UUID PRIMARY KEY,                    -- given by who asks: asked again, nothing is decided twice
  case_id    UUID NOT NULL REFERENCES compliance_case,
  round      INTEGER NOT NULL,
  verdict    TEXT NOT NULL CHECK (verdict IN ('approve', 'more', 'refuse')),
  staff_id   UUID NOT NULL,
  staff_name TEXT NOT NULL,
  staff_role TEXT NOT NULL CHECK (staff_role IN ('representative', 'mlro', 'manager', 'compliance_officer')),
  reason     TEXT NOT NULL CHECK (reason <> ''),
  requested  JSONB NOT NULL DEFAULT '[]',
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX compliance_decision_case ON compliance_decision (case_id, created_at);
CREATE UNIQUE INDEX compliance_decision_approval ON compliance_decision (case_id, round, staff_id) WHERE verdict = 'approve';
CREATE TRIGGER compliance_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every change of a case's status, for its story.
CREATE TABLE compliance_case_event (
  id         UUID PRIMARY KEY,
  case_id    UUID NOT NULL REFERENCES compliance_case,
  version    INTEGER NOT NULL,
  event      TEXT NOT NULL,
  status     TEXT NOT NULL,
  reason     TEXT,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX compliance_case_event_case ON compliance_case_event (case_id, version);

-- One subject of a case at the verification provider: the business, or a person.
CREATE TABLE verification_applicant (
  id           UUID PRIMARY KEY,                  -- our name for it, its `externalUserId`
  case_id      UUID NOT NULL REFERENCES compliance_case,
  person_id    UUID UNIQUE REFERENCES compliance_person,   -- null: the business
  applicant_id TEXT UNIQUE,                       -- the provider's; null until it is made there
  status       TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'pending', 'on_hold', 'green', 'retry', 'red')),
  labels       JSONB NOT NULL DEFAULT '[]',
  comment      TEXT,                              -- for the merchant, as the provider words it
  submission   INTEGER NOT NULL DEFAULT 0,        -- the case's submission that was handed to the provider last
  requested_at TIMESTAMPTZ,
  news_at      TIMESTAMPTZ,                       -- the provider's time of the newest news taken in
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX verification_applicant_business ON verification_applicant (case_id) WHERE person_id IS NULL;
CREATE INDEX verification_applicant_case ON verification_applicant (case_id);

-- Which document went to the provider, so that one asked for again is not sent twice.
CREATE TABLE verification_upload (
  applicant_id UUID NOT NULL REFERENCES verification_applicant,
  document_id  UUID NOT NULL REFERENCES compliance_document,
  provider_id  TEXT NOT NULL,
  sent_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (applicant_id, document_id)
);

-- The provider's webhooks, each once: the id is the SHA-256 of what was signed.
CREATE TABLE verification_event (
  id           BYTEA PRIMARY KEY,
  applicant_id TEXT NOT NULL,
  type         TEXT NOT NULL,
  said_at      TIMESTAMPTZ NOT NULL,              -- by the provider's clock
  outcome      TEXT NOT NULL CHECK (outcome IN ('taken', 'outdated', 'unknown')),
  received_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Sanctions lists as imported: which parties, from where, of when.
CREATE TABLE sanctions_list (
  name         TEXT PRIMARY KEY,                  -- eu, un, sandbox
  source       TEXT NOT NULL,
  published_on DATE NOT NULL,
  imported_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE sanctioned_party (
  list       TEXT NOT NULL REFERENCES sanctions_list,
  key        TEXT NOT NULL,                       -- the list's own
  names      TEXT[] NOT NULL,                     -- as published
  tokens     TEXT[] NOT NULL,                     -- of all names, normalised: what a first look finds candidates by
  birth_year INTEGER,
  PRIMARY KEY (list, key)
);
CREATE INDEX sanctioned_party_tokens ON sanctioned_party USING gin (tokens);

-- The simulated verification provider of sandboxes: what it knows, and the webhooks it has yet to send.
CREATE TABLE simulated_applicant (
  id               TEXT PRIMARY KEY,
  external_id      TEXT NOT NULL UNIQUE,
  kind             TEXT NOT NULL CHECK (kind IN ('individual', 'company')),
  level            TEXT NOT NULL,
  name             TEXT NOT NULL,
  documents        INTEGER NOT NULL DEFAULT 0,
  review           JSONB NOT NULL DEFAULT '{"reviewStatus":"init"}',
  created_at       TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE simulated_verification_webhook (
  id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body     TEXT NOT NULL,
  due_at   TIMESTAMPTZ NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX simulated_verification_webhook_due ON simulated_verification_webhook (due_at);
