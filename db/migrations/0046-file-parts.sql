-- A file arrives in parts, each sealed with the file's key and its place, so that nothing holds the whole of it.
CREATE TABLE compliance_file_part (
  document_id UUID NOT NULL,
  position    INTEGER NOT NULL,
  content     BYTEA NOT NULL,                     -- 12 bytes of nonce, 16 of tag, AES-256-GCM
  PRIMARY KEY (document_id, position)
);

-- Files whose parts arrive. What an upload that broke off left behind is removed by this.
CREATE TABLE compliance_upload (
  document_id UUID PRIMARY KEY,
  started_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Null: the bytes are in parts.
ALTER TABLE compliance_file ALTER COLUMN content DROP NOT NULL;
