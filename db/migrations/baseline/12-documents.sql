-- Public keys stay for ever, so that old documents remain verifiable; the private key of a retired one is deleted.
CREATE TABLE document_key (
  -- the first bytes of the SHA-256 of the public key, in base64url
  id             TEXT PRIMARY KEY,
  public_key     BYTEA NOT NULL CHECK (octet_length(public_key) = 32),
  private_sealed BYTEA,                                   -- sealed with ENCRYPTION_KEY
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  retired_at     TIMESTAMPTZ,
  CHECK ((private_sealed IS NULL) = (retired_at IS NOT NULL))
);
CREATE UNIQUE INDEX document_key_current ON document_key ((true)) WHERE retired_at IS NULL;
