-- Who a merchant is when two people approve it: what it had said of the business and of its people by then. Payout accounts must carry this name, and not what
-- the merchant writes afterwards. Each approval adds what is new, so earlier owners stay on record as long as the case.
-- safe: unique verification_applicant.btree (person_id): older processes insert with ON CONFLICT DO NOTHING and never replace an applicant, so the partial index is the same to them
-- safe: unique verification_applicant.btree (case_id) WHERE (person_id IS NULL): the same
-- safe: unique verification_applicant.btree (case_id) WHERE ((person_id IS NULL) AND (replaced_at IS NULL)): the same
-- safe: unique verification_applicant.btree (person_id) WHERE (replaced_at IS NULL): the same
-- safe: index verification_applicant: a few rows for each merchant, built at once
CREATE TABLE compliance_verified_subject (
  case_id     UUID NOT NULL REFERENCES compliance_case,
  person_id   UUID REFERENCES compliance_person,            -- null: the business
  version     INTEGER NOT NULL,                             -- of the case, by the step that opened production
  sealed      BYTEA NOT NULL,                               -- as the merchant had described it, context `case:<id>` or `person:<id>`
  verified_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (case_id, person_id, version)
);

-- An applicant at the provider has the name and the date of birth that it was made with. Once these change, another one takes its place; its results stay.
ALTER TABLE verification_applicant
  ADD COLUMN replaced_at TIMESTAMPTZ,
  DROP CONSTRAINT verification_applicant_person_id_key;
CREATE UNIQUE INDEX verification_applicant_person ON verification_applicant (person_id) WHERE replaced_at IS NULL;
CREATE UNIQUE INDEX verification_applicant_of_business ON verification_applicant (case_id) WHERE person_id IS NULL AND replaced_at IS NULL;
DROP INDEX verification_applicant_business;

-- Merchants approved before: nothing can be written while production is open without a request, so what is there was approved unless the log has a change
-- since production opened last. Where it has one, the name is verified by the next approval.
WITH approved AS (
  SELECT c.id, c.merchant_id, c.version, c.business_sealed, coalesce(
      (SELECT max(e.created_at) FROM compliance_case_event e WHERE e.case_id = c.id AND e.status = 'production'), c.opened_at) AS since
  FROM compliance_case c WHERE c.opened_at IS NOT NULL AND c.purged_at IS NULL
), subject AS (
  SELECT a.id AS case_id, a.merchant_id, a.version, a.since, NULL::uuid AS person_id, a.business_sealed AS sealed, ARRAY['verification.business_saved'] AS changes
  FROM approved a
  UNION ALL
  SELECT a.id, a.merchant_id, a.version, a.since, p.id, p.details_sealed, ARRAY['verification.person_saved', 'verification.person_removed']
  FROM approved a JOIN compliance_person p ON p.case_id = a.id AND p.removed_at IS NULL
)
INSERT INTO compliance_verified_subject (case_id, person_id, version, sealed, verified_at)
SELECT s.case_id, s.person_id, s.version, s.sealed, s.since FROM subject s
WHERE s.sealed IS NOT NULL AND NOT EXISTS (
  SELECT FROM audit_log l WHERE l.chain = s.merchant_id::text AND l.action = ANY(s.changes) AND l.at > s.since);
