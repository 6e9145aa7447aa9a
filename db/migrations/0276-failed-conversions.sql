-- locks: profile
-- Teams choose the email about money that was not converted, too. It was always sent, so it is on.
ALTER TABLE profile ALTER COLUMN newer_email_events
  SET DEFAULT '{withdrawal.done,withdrawal.error,conversion.failed}';
UPDATE profile SET newer_email_events = array_append(newer_email_events, 'conversion.failed');
