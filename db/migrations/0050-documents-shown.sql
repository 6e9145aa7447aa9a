-- Who was really shown the pages of a document. A look is recorded before the file is decrypted, whatever comes of it, so it does not say whether anything was drawn:
-- earlier looks are not taken over, and who decides about a case that is open now opens its documents once more.
CREATE TABLE document_shown (
  document_id UUID NOT NULL REFERENCES compliance_document,
  staff_id    UUID NOT NULL REFERENCES staff_user,
  shown_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (document_id, staff_id)
);
