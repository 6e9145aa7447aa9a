-- The bank rejected the payment although it may make it: true until the bank or two people of the staff say its end.
ALTER TABLE bank_payment ADD COLUMN disputed BOOLEAN NOT NULL DEFAULT false;
UPDATE bank_payment p SET disputed = true
WHERE p.status IN ('in_file', 'accepted', 'name_question') AND (
  SELECT l.rejected FROM bank_file_payment l JOIN bank_file f ON f.id = l.file_id
  WHERE l.payment_id = p.id AND f.kind = 'pain.001' AND f.state <> 'refused'
  ORDER BY l.payment_version DESC LIMIT 1);

-- One person requests that a disputed payment ends as rejected, another one of another role confirms it.
CREATE TABLE bank_rejection (
  id              UUID PRIMARY KEY,
  payment_id      UUID NOT NULL REFERENCES bank_payment,
  payment_version INTEGER NOT NULL,        -- the request is about the payment as it was then
  note            TEXT NOT NULL,
  requested_by    UUID NOT NULL REFERENCES staff_user,
  requested_role  TEXT NOT NULL,
  requested_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by    UUID REFERENCES staff_user,
  confirmed_at    TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX bank_rejection_open ON bank_rejection (payment_id) WHERE confirmed_at IS NULL;
