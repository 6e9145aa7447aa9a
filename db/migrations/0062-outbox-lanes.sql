-- Rows of one kind must not keep the others waiting: webhooks and pages first, then commands to workflows, and starts
-- of workflows that have nothing to do for minutes last. With the lane in the index, a long backlog in one of them
-- costs the others no time.
ALTER TABLE outbox ADD COLUMN lane TEXT NOT NULL GENERATED ALWAYS AS (
  CASE WHEN topic LIKE 'event.%' THEN 'events' WHEN topic = 'workflow.start_later' THEN 'later' ELSE 'commands' END
) STORED;
CREATE INDEX outbox_due ON outbox (lane, available_at, id);
DROP INDEX outbox_available;
