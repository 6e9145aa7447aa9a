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

-- The ticket that has the message, until the end of the transaction. A message keeps its id and its reference as a ticket,
-- but a form that was sent to processes of both releases is one ticket, which has an id of its own.
CREATE FUNCTION lock_ticket_of_message(m contact_message) RETURNS uuid LANGUAGE sql AS $$
  SELECT t.id FROM ticket t WHERE t.id = m.id OR (t.reference = m.reference AND t.email = lower(m.email))
  ORDER BY t.id = m.id DESC LIMIT 1 FOR UPDATE
$$;

CREATE FUNCTION keep_ticket_of_message(m contact_message) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  same_form UUID := lock_ticket_of_message(m);
  -- An application that was decided needs no further answer.
  is_decided BOOLEAN := EXISTS (
    SELECT FROM partner WHERE reference = m.reference AND status NOT IN ('applied', 'in_review'));
BEGIN
  IF same_form IS NULL THEN
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
  ELSIF EXISTS (SELECT FROM ticket_message
    WHERE ticket_id = same_form AND author = 'customer' AND text = left(m.message, 20000)) THEN
    RETURN;
  ELSE
    UPDATE ticket SET asked_at = coalesce(asked_at, m.created_at), needs_customer = false, closed_at = NULL,
      updated_at = now()
    WHERE id = same_form;
  END IF;
  INSERT INTO ticket_message (id, ticket_id, author, name, text, created_at)
  VALUES (m.id, coalesce(same_form, m.id), 'customer', left(m.name, 254), left(m.message, 20000), m.created_at);
END $$;

CREATE FUNCTION keep_ticket_of_answer(a contact_answer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  answered UUID := (SELECT lock_ticket_of_message(m) FROM contact_message m WHERE m.id = a.message_id);
BEGIN
  IF answered IS NOT NULL THEN
    INSERT INTO ticket_message (id, ticket_id, author, staff_id, name, text, created_at)
    VALUES (a.id, answered, 'staff', a.staff_id, left(a.staff_name, 254), left(a.text, 20000), a.created_at)
    ON CONFLICT (id) DO NOTHING;
  END IF;
  RETURN answered;
END $$;

-- The console of the last release shows what it knows, not what became of the ticket meanwhile: only what a person
-- changed there is taken over.
CREATE FUNCTION follow_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own UUID;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_ticket_of_message(NEW);
    RETURN NULL;
  END IF;
  own := lock_ticket_of_message(NEW);
  UPDATE ticket SET
    assignee_id = CASE
      WHEN NEW.assignee_id IS NOT DISTINCT FROM OLD.assignee_id THEN assignee_id
      -- A person who answers has the message, unless somebody had it.
      WHEN NEW.answered_at IS DISTINCT FROM OLD.answered_at THEN coalesce(assignee_id, NEW.assignee_id)
      ELSE NEW.assignee_id END,
    spam_at = CASE WHEN NEW.spam_at IS DISTINCT FROM OLD.spam_at THEN NEW.spam_at ELSE spam_at END,
    updated_at = now()
  WHERE id = own;
  RETURN NULL;
END $$;

-- That console shows one text of the customer: any other one still waits for its answer.
CREATE FUNCTION follow_contact_answer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  answered UUID := keep_ticket_of_answer(NEW);
  shown TEXT := (SELECT left(message, 20000) FROM contact_message WHERE id = NEW.message_id);
BEGIN
  UPDATE ticket t SET
    asked_at = CASE WHEN EXISTS (
      SELECT FROM ticket_message m WHERE m.ticket_id = t.id AND m.author = 'customer' AND m.text <> shown)
      THEN asked_at END,
    answered_at = NEW.created_at,
    updated_at = now()
  WHERE id = answered;
  RETURN NULL;
END $$;

CREATE TRIGGER contact_message_is_ticket AFTER INSERT OR UPDATE OF assignee_id, spam_at ON contact_message
  FOR EACH ROW EXECUTE FUNCTION follow_contact_message();
CREATE TRIGGER contact_answer_is_message AFTER INSERT ON contact_answer
  FOR EACH ROW EXECUTE FUNCTION follow_contact_answer();

-- What came before. Nobody writes these tables meanwhile: the triggers took their locks.
SELECT keep_ticket_of_message(c) FROM contact_message c ORDER BY c.id;
SELECT keep_ticket_of_answer(a) FROM contact_answer a ORDER BY a.created_at, a.id;
