-- Which version of which legal document a person accepted, and when: one row each, never changed.
CREATE TABLE legal_acceptance (
  user_id UUID NOT NULL REFERENCES app_user (id),
  document TEXT NOT NULL CHECK (document IN ('terms', 'privacy', 'aml')),
  version TEXT NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  accepted_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, document, version)
);

-- The texts that everybody accepted until now.
INSERT INTO legal_acceptance (user_id, document, version, accepted_at)
SELECT u.id, d.document, '2026-11-24', u.terms_accepted_at
FROM app_user u, (VALUES ('privacy'), ('aml')) AS d (document)
WHERE u.terms_accepted_at IS NOT NULL;
