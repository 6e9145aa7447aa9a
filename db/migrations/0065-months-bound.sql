-- Events, deliveries and attempts become tables of months (0067). What they have now becomes their first partition as it
-- is. Its end has to be known before: the first day of a month, at least four weeks ahead.
-- locks: event, webhook_delivery, webhook_attempt
-- safe: check event.event_first_months: ids begin with the time, and 0067 removes it long before that time
-- safe: check webhook_delivery.webhook_delivery_first_months: the same
-- safe: check webhook_attempt.webhook_attempt_first_months: the same
DO $$
DECLARE
  ends TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC' + interval '4 weeks') + interval '1 month';
  milliseconds BIGINT := extract(epoch FROM ends) * 1000;
  bound UUID := rpad(lpad(to_hex(milliseconds), 12, '0'), 32, '0');
BEGIN
  -- Only new rows are checked, so that nothing is read while everybody is locked out.
  EXECUTE format('ALTER TABLE event ADD CONSTRAINT event_first_months CHECK (id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_first_months
    CHECK (event_id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_first_months
    CHECK (event_id < %L) NOT VALID', bound);
END $$;
