CREATE TABLE compliance_case (
  id                    UUID PRIMARY KEY,
  merchant_id           UUID NOT NULL REFERENCES merchant UNIQUE,
  version               INTEGER NOT NULL DEFAULT 1,
  status                TEXT NOT NULL
    CHECK (status IN ('integrating', 'business', 'personal', 'checking', 'review', 'more_requested', 'approved',
      'production', 'renewal', 'rechecking', 'suspended', 'declined', 'expired')),
  reason                TEXT,                             -- a code, e.g. provider_silent, sanctions_hit, yearly_review
  since                 TIMESTAMPTZ NOT NULL DEFAULT now(), -- of the status
  -- what somebody must do is done by then, else the status ends by itself
  act_until             TIMESTAMPTZ,
  reminders             INTEGER NOT NULL DEFAULT 0,       -- sent in this status
  untold                BOOLEAN NOT NULL DEFAULT false,   -- the merchant is to be told of this status, by its workflow
  round                 INTEGER NOT NULL DEFAULT 0,       -- of the review: only decisions of the current round count
  tested_at             TIMESTAMPTZ,                      -- a sandbox invoice was paid
  test_skipped_at       TIMESTAMPTZ,
  business_sealed       BYTEA,                            -- what the merchant says of the business, context `case:<id>`
  business_submitted_at TIMESTAMPTZ,
  personal_submitted_at TIMESTAMPTZ,
  checks_round          INTEGER NOT NULL DEFAULT 0,       -- up to which submission the provider was asked
  submissions           INTEGER NOT NULL DEFAULT 0,       -- how often the merchant has handed something in for checks
  requested             JSONB NOT NULL DEFAULT '[]',      -- what is asked for now: [{kind, personId, note}]
  -- why more is asked for, or why it was refused, for the merchant
  words                 TEXT,
  -- the last assessment: {level, score, reasons, hits, assessedAt}
  risk                  JSONB,
  next_screening_at     TIMESTAMPTZ,
  monitored_until       TIMESTAMPTZ,
  notified_at           TIMESTAMPTZ,                      -- the merchant was told of the approval
  opened_at             TIMESTAMPTZ,                      -- production was opened first
  ended_at              TIMESTAMPTZ,                      -- the relationship ended: the retention runs from here
  purged_at             TIMESTAMPTZ,
  created_at            TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at            TIMESTAMPTZ NOT NULL DEFAULT now(),
  restriction_words     TEXT,                             -- why, for the merchant
  -- A merchant is mailed a restriction once two people of the team have agreed to it, apart from what the status of the
  -- case is told by.
  restriction_untold    BOOLEAN NOT NULL DEFAULT false,
  -- A list was imported after the case was checked: its workflow checks the names again, in whatever status it is.
  screening_requested   BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX compliance_case_queue ON compliance_case (status, since);
CREATE INDEX compliance_case_ended ON compliance_case (ended_at) WHERE ended_at IS NOT NULL AND purged_at IS NULL;

-- Beneficial owners and representatives.
CREATE TABLE compliance_person (
  id                UUID PRIMARY KEY,
  case_id           UUID NOT NULL REFERENCES compliance_case,
  -- name, birth date, nationality, country, address; context `person:<id>`; null once purged
  details_sealed    BYTEA,
  is_owner          BOOLEAN NOT NULL,
  is_representative BOOLEAN NOT NULL,
  share_percent     INTEGER CHECK (share_percent >= 1 AND share_percent <= 100),
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  removed_at        TIMESTAMPTZ,
  CONSTRAINT compliance_person_check1 CHECK (is_owner = (share_percent IS NOT NULL)),
  CONSTRAINT compliance_person_check CHECK (is_owner OR is_representative)
);
CREATE INDEX compliance_person_case ON compliance_person (case_id, created_at);

CREATE TABLE compliance_document (
  id             UUID PRIMARY KEY,
  case_id        UUID NOT NULL REFERENCES compliance_case,
  person_id      UUID REFERENCES compliance_person,       -- null: of the business
  kind           TEXT NOT NULL
    CHECK (kind IN ('registration', 'ownership', 'business_address', 'licence', 'source_of_funds', 'identity',
      'identity_back', 'person_address', 'other')),
  file_name      TEXT NOT NULL,
  content_type   TEXT NOT NULL CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     INTEGER NOT NULL CHECK (size_bytes > 0),
  sha256         BYTEA NOT NULL,
  expires_on     DATE,                                    -- of an identity document or licence
  expiry_told_at TIMESTAMPTZ,                             -- the merchant was asked for a new one
  uploaded_by    UUID REFERENCES app_user ON DELETE SET NULL,
  uploaded_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  handed_in_at   TIMESTAMPTZ,                             -- null: the merchant may still take it back
  removed_at     TIMESTAMPTZ,                             -- taken back, or replaced by a newer one
  purged_at      TIMESTAMPTZ
);
CREATE INDEX compliance_document_case ON compliance_document (case_id, uploaded_at);
CREATE INDEX compliance_document_expiry ON compliance_document (expires_on)
  WHERE expires_on IS NOT NULL AND removed_at IS NULL;

-- The bytes, each file encrypted with a key of its own that is sealed; a purge deletes the row.
CREATE TABLE compliance_file (
  document_id UUID PRIMARY KEY REFERENCES compliance_document,
  key_sealed  BYTEA NOT NULL,                             -- context `document:<id>`
  content     BYTEA                                       -- 12 bytes of nonce, 16 of tag, AES-256-GCM
);

-- What staff decided, each once. Append-only.
CREATE TABLE compliance_decision (
  id           UUID PRIMARY KEY,                          -- given by who asks: asked again, nothing is decided twice
  case_id      UUID NOT NULL REFERENCES compliance_case,
  round        INTEGER NOT NULL,
  verdict      TEXT NOT NULL
    CHECK (verdict IN ('approve', 'more', 'refuse', 'suspend', 'restrict', 'lift', 'reverify', 'reopen')),
  staff_id     UUID NOT NULL,
  staff_name   TEXT NOT NULL,
  staff_role   TEXT NOT NULL CHECK (staff_role IN ('representative', 'mlro', 'manager', 'compliance_officer')),
  reason       TEXT NOT NULL CHECK (reason <> ''),
  requested    JSONB NOT NULL DEFAULT '[]',
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  restrictions TEXT[] NOT NULL DEFAULT '{}' CHECK (restrictions <@ ARRAY['money_out', 'invoices'])
);
CREATE INDEX compliance_decision_case ON compliance_decision (case_id, created_at);
CREATE UNIQUE INDEX compliance_decision_approval ON compliance_decision (case_id, round, staff_id)
  WHERE verdict = 'approve';

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
  id           UUID PRIMARY KEY,                          -- our name for it, its `externalUserId`
  case_id      UUID NOT NULL REFERENCES compliance_case,
  person_id    UUID REFERENCES compliance_person,         -- null: the business
  applicant_id TEXT UNIQUE,                               -- the provider's; null until it is made there
  status       TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'pending', 'on_hold', 'green', 'retry', 'red')),
  labels       JSONB NOT NULL DEFAULT '[]',
  comment      TEXT,                                      -- for the merchant, as the provider words it
  submission   INTEGER NOT NULL DEFAULT 0,                -- the case's submission that was handed to the provider last
  requested_at TIMESTAMPTZ,
  news_at      TIMESTAMPTZ,                               -- the provider's time of the newest news taken in
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- An applicant at the provider has the name and the date of birth that it was made with. Once these change, another
  -- one takes its place; its results stay.
  replaced_at  TIMESTAMPTZ
);
CREATE INDEX verification_applicant_case ON verification_applicant (case_id);
CREATE UNIQUE INDEX verification_applicant_person ON verification_applicant (person_id) WHERE replaced_at IS NULL;
CREATE UNIQUE INDEX verification_applicant_of_business ON verification_applicant (case_id)
  WHERE person_id IS NULL AND replaced_at IS NULL;

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
  said_at      TIMESTAMPTZ NOT NULL,                      -- by the provider's clock
  outcome      TEXT NOT NULL CHECK (outcome IN ('taken', 'outdated', 'unknown')),
  received_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Sanctions lists as imported: which parties, from where, of when.
CREATE TABLE sanctions_list (
  name         TEXT PRIMARY KEY,                          -- eu, un, sandbox
  source       TEXT NOT NULL,
  published_on DATE NOT NULL,
  imported_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE sanctioned_party (
  list        TEXT NOT NULL REFERENCES sanctions_list(name),
  key         TEXT NOT NULL,                              -- the list's own
  names       TEXT[] NOT NULL,                            -- as published
  -- of all names, normalised: what a first look finds candidates by
  tokens      TEXT[] NOT NULL,
  birth_year  INTEGER,
  -- A sanctions list may name several years of birth of one person. Empty: no year clears anybody.
  birth_years INTEGER[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (list, key)
);
CREATE INDEX sanctioned_party_tokens ON sanctioned_party USING gin (tokens);

-- The simulated verification provider of sandboxes: what it knows, and the webhooks it has yet to send.
CREATE TABLE simulated_applicant (
  id          TEXT PRIMARY KEY,
  external_id TEXT NOT NULL UNIQUE,
  kind        TEXT NOT NULL CHECK (kind IN ('individual', 'company')),
  level       TEXT NOT NULL,
  name        TEXT NOT NULL,
  documents   INTEGER NOT NULL DEFAULT 0,
  review      JSONB NOT NULL DEFAULT '{"reviewStatus": "init"}',
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE simulated_verification_webhook (
  id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body     TEXT NOT NULL,
  due_at   TIMESTAMPTZ NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX simulated_verification_webhook_due ON simulated_verification_webhook (due_at);

-- What one person wrote about a likeness to a sanctioned party: who that is, why the screened one is another, and by
-- what evidence. Two people of two roles clear it. Append-only.
CREATE TABLE sanctions_disposition (
  case_id    UUID NOT NULL REFERENCES compliance_case,
  hit        TEXT NOT NULL,                               -- subject, list and key of the likeness
  staff_id   UUID NOT NULL,
  staff_name TEXT NOT NULL,
  staff_role TEXT NOT NULL,
  identity   TEXT NOT NULL,
  difference TEXT NOT NULL,
  evidence   TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (case_id, hit, staff_id)
);

-- Each check of a case against the lists: when, why, by which lists of which date, and what it found. Append-only.
CREATE TABLE sanctions_check (
  id         UUID PRIMARY KEY,
  case_id    UUID NOT NULL REFERENCES compliance_case,
  cause      TEXT NOT NULL CHECK (cause IN ('assessment', 'schedule', 'request')),
  -- name, published_on and imported_at of each; empty: no real list was there
  lists      JSONB NOT NULL,
  names      INTEGER NOT NULL,
  hits       INTEGER NOT NULL,
  checked_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sanctions_check_case ON sanctions_check (case_id, checked_at DESC);

-- What a merchant wrote to the team: an answer, an appeal, or what has changed about the business.
CREATE TABLE compliance_statement (
  id         UUID PRIMARY KEY,
  case_id    UUID NOT NULL REFERENCES compliance_case,
  kind       TEXT NOT NULL CHECK (kind IN ('answer', 'appeal', 'owner', 'address', 'activity')),
  words      TEXT NOT NULL CHECK (words <> ''),
  said_by    TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX compliance_statement_case ON compliance_statement (case_id, created_at);

-- A file arrives in parts, each sealed with the file's key and its place, so that nothing holds the whole of it.
CREATE TABLE compliance_file_part (
  document_id UUID NOT NULL,
  position    INTEGER NOT NULL,
  content     BYTEA NOT NULL,                             -- 12 bytes of nonce, 16 of tag, AES-256-GCM
  PRIMARY KEY (document_id, "position")
);

-- Files whose parts arrive. What an upload that broke off left behind is removed by this.
CREATE TABLE compliance_upload (
  document_id UUID PRIMARY KEY,
  started_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Who was really shown the pages of a document. A look is recorded before the file is decrypted, so it does not say
-- whether anything was drawn.
CREATE TABLE document_shown (
  document_id UUID NOT NULL REFERENCES compliance_document,
  staff_id    UUID NOT NULL REFERENCES staff_user,
  shown_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (document_id, staff_id)
);

-- Who a merchant is when two people approve it: what it had said of the business and of its people by then. Payout
-- accounts must carry this name, and not what the merchant writes afterwards. Each approval adds what is new, so
-- earlier owners stay on record as long as the case.
CREATE TABLE compliance_verified_subject (
  case_id     UUID NOT NULL REFERENCES compliance_case,
  person_id   UUID REFERENCES compliance_person,          -- null: the business
  version     INTEGER NOT NULL,                           -- of the case, by the step that opened production
  -- as the merchant had described it, context `case:<id>` or `person:<id>`
  sealed      BYTEA NOT NULL,
  verified_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (case_id, person_id, version)
);

CREATE TRIGGER compliance_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sanctions_disposition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sanctions_disposition
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sanctions_check_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sanctions_check
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Rows go when the time to keep records is over, and change never.
CREATE TRIGGER compliance_statement_append_only BEFORE UPDATE OR TRUNCATE ON compliance_statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
