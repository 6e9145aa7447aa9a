-- locks: ticket, saved_answer
-- Messages by the forms of the public pages are tickets. Processes of the last release go on writing contact_message
-- and contact_answer: triggers keep their tickets.
-- safe: check ticket.ticket_reference_check: every reference that it took before, it takes now
-- safe: check ticket.ticket_topic_check: older processes know no tickets, and leave the column out
-- safe: trigger contact_message.contact_message_is_ticket: it writes tables that those processes do not know
-- safe: trigger contact_answer.contact_answer_is_message: the same
ALTER TABLE ticket
  DROP CONSTRAINT ticket_source_check,
  ADD CONSTRAINT ticket_source_check CHECK (source IN ('back_office', 'invoice_page', 'mail', 'site')),
  DROP CONSTRAINT ticket_reference_check,
  ADD CONSTRAINT ticket_reference_check CHECK (reference ~ '^TG?-[2-9A-HJ-NP-Z]{8}$'),
  ADD topic      TEXT CHECK (topic IN ('contact-us', 'contact-us-partner', 'partner')),  -- the form of the public pages
  ADD details    JSONB NOT NULL DEFAULT '{}',   -- further fields of the form, by name
  ADD was_proven BOOLEAN;                       -- the form was sent with a proof of work

-- Raised by each change, so that nobody overwrites what somebody else has changed.
ALTER TABLE saved_answer ADD version INTEGER NOT NULL DEFAULT 1;

-- A message keeps its id and its reference. A form that was sent to processes of both releases is one ticket.
CREATE FUNCTION keep_ticket_of_message(m contact_message) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- An application that was decided needs no further answer.
  is_decided BOOLEAN := EXISTS (
    SELECT FROM partner WHERE reference = m.reference AND status NOT IN ('applied', 'in_review'));
BEGIN
  IF EXISTS (SELECT FROM ticket WHERE id = m.id OR (reference = m.reference AND email = lower(m.email))) THEN
    RETURN;
  END IF;
  INSERT INTO ticket (id, reference, source, topic, details, was_proven, name, email, subject, priority, assignee_id,
    asked_at, answered_at, closed_at, spam_at, created_at, updated_at)
  VALUES (
    m.id,
    CASE WHEN m.reference ~ '^TG-[2-9A-HJ-NP-Z]{8}$' AND NOT EXISTS (SELECT FROM ticket WHERE reference = m.reference)
      THEN m.reference
      ELSE 'TG-' || translate(upper(left(md5(m.id::text), 8)), '01', 'XY') END,
    'site', m.kind, m.details, m.was_proven, left(m.name, 100), lower(m.email), left(m.subject, 150), 'normal',
    m.assignee_id,
    CASE WHEN m.answered_at IS NULL AND NOT is_decided THEN m.created_at END,
    m.answered_at,
    CASE WHEN is_decided THEN m.updated_at END,
    m.spam_at, m.created_at, m.updated_at);
  INSERT INTO ticket_message (id, ticket_id, author, name, text, created_at)
  VALUES (m.id, m.id, 'customer', left(m.name, 254), left(m.message, 20000), m.created_at);
END $$;

CREATE FUNCTION keep_ticket_of_answer(a contact_answer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_message (id, ticket_id, author, staff_id, name, text, created_at)
  SELECT a.id, t.id, 'staff', a.staff_id, left(a.staff_name, 254), left(a.text, 20000), a.created_at
  FROM ticket t WHERE t.id = a.message_id
  ON CONFLICT (id) DO NOTHING;
END $$;

CREATE FUNCTION follow_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_ticket_of_message(NEW);
  ELSE
    UPDATE ticket SET assignee_id = NEW.assignee_id, spam_at = NEW.spam_at, updated_at = now() WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION follow_contact_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_ticket_of_answer(NEW);
  UPDATE ticket SET asked_at = NULL, answered_at = NEW.created_at, updated_at = now() WHERE id = NEW.message_id;
  RETURN NULL;
END $$;

CREATE TRIGGER contact_message_is_ticket AFTER INSERT OR UPDATE OF assignee_id, spam_at ON contact_message
  FOR EACH ROW EXECUTE FUNCTION follow_contact_message();
CREATE TRIGGER contact_answer_is_message AFTER INSERT ON contact_answer
  FOR EACH ROW EXECUTE FUNCTION follow_contact_answer();

-- What came before. Nobody writes these tables meanwhile: the triggers took their locks.
SELECT keep_ticket_of_message(c) FROM contact_message c ORDER BY c.id;
SELECT keep_ticket_of_answer(a) FROM contact_answer a ORDER BY a.created_at, a.id;
