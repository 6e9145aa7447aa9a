-- Mails with a code, which is valid for ten minutes, do not wait behind other mails and commands.
-- safe: outbox.lane: old relays leave the rows of the new topic to new ones, and workers are upgraded before APIs write them
-- locks: outbox
ALTER TABLE outbox ALTER COLUMN lane SET EXPRESSION AS (
  CASE
    WHEN topic = 'mail.code' THEN 'codes'
    WHEN topic LIKE 'event.%' THEN 'events'
    WHEN topic = 'workflow.start_later' THEN 'later'
    ELSE 'commands'
  END
);
