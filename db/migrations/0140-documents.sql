-- Documents that verify themselves: each carries its facts with a signature (Ed25519).

-- Public keys stay for ever, so that old documents remain verifiable; the private key of a retired one is deleted.
CREATE TABLE document_key (
  id             TEXT PRIMARY KEY,               -- the first bytes of the SHA-256 of the public key, in base64url
  public_key     BYTEA NOT NULL CHECK (octet_length(public_key) = 32),
  private_sealed BYTEA,                          -- sealed with ENCRYPTION_KEY
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  retired_at     TIMESTAMPTZ,
  CHECK ((private_sealed IS NULL) = (retired_at IS NOT NULL))
);
CREATE UNIQUE INDEX document_key_current ON document_key ((true)) WHERE retired_at IS NULL;

ALTER TABLE report DROP CONSTRAINT report_kind_check;
ALTER TABLE report ADD CONSTRAINT report_kind_check
  CHECK (kind IN ('transactions', 'events', 'invoices', 'payouts', 'refunds', 'withdrawals',
    'deposits', 'balance', 'statement'));
