-- The tables that grow with every payment are partitioned by month of their ids, so that old months can leave at once
-- and indexes of new rows stay in memory. The key of the partitions is the primary key, so ids stay unique. There is no
-- partition for everything else: it would have to be read each time a month is added. db/growth/months.ts adds them.
-- locks: event, webhook_delivery, webhook_attempt
-- safe: table event: partitions are read and written through it
-- safe: table webhook_delivery: the same
-- safe: table webhook_attempt: the same
-- safe: check event.event_first_months: it became the bound of the first partition
-- safe: check webhook_delivery.webhook_delivery_first_months: the same
-- safe: check webhook_attempt.webhook_attempt_first_months: the same
-- safe: reference webhook_attempt.webhook_attempt_event_id_fkey: each partition has it, to the deliveries of its month
ALTER TABLE event RENAME TO event_first;
ALTER INDEX event_pkey RENAME TO event_first_pkey;
ALTER INDEX event_profile RENAME TO event_first_profile;
ALTER INDEX event_entity RENAME TO event_first_entity;
CREATE TABLE event (LIKE event_first INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE event
  ADD PRIMARY KEY (id),
  ADD CONSTRAINT event_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profile;
CREATE INDEX event_profile ON event (profile_id, xact, id);
CREATE INDEX event_entity ON event (entity_id, id);

ALTER TABLE webhook_delivery RENAME TO webhook_delivery_first;
ALTER INDEX webhook_delivery_pkey RENAME TO webhook_delivery_first_pkey;
ALTER INDEX webhook_delivery_profile RENAME TO webhook_delivery_first_profile;
ALTER INDEX webhook_delivery_invoice RENAME TO webhook_delivery_first_invoice;
ALTER INDEX webhook_delivery_planned RENAME TO webhook_delivery_first_planned;
CREATE TABLE webhook_delivery (LIKE webhook_delivery_first INCLUDING DEFAULTS) PARTITION BY RANGE (event_id);
ALTER TABLE webhook_delivery
  ADD PRIMARY KEY (event_id),
  ADD CONSTRAINT webhook_delivery_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profile,
  ADD CONSTRAINT webhook_delivery_status_check CHECK (status IN ('pending', 'delivered', 'retrying', 'failed'));
CREATE INDEX webhook_delivery_profile ON webhook_delivery (profile_id, event_id DESC);
CREATE INDEX webhook_delivery_invoice ON webhook_delivery (invoice_id);
CREATE INDEX webhook_delivery_planned ON webhook_delivery (event_id) WHERE next_attempt_at IS NOT NULL;

ALTER TABLE webhook_attempt RENAME TO webhook_attempt_first;
ALTER INDEX webhook_attempt_pkey RENAME TO webhook_attempt_first_pkey;
CREATE TABLE webhook_attempt (LIKE webhook_attempt_first INCLUDING DEFAULTS) PARTITION BY RANGE (event_id);
ALTER TABLE webhook_attempt ADD PRIMARY KEY (event_id, attempt);

DO $$
DECLARE
  grown TEXT;
  bound TEXT;
BEGIN
  FOR grown, bound IN
    SELECT substring(conname FROM '(.*)_first_months'), substring(pg_get_constraintdef(oid) FROM '''(.*)''')
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname LIKE '%\_first\_months'
  LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
      grown, grown || '_first', bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', grown || '_first', grown || '_first_months');
  END LOOP;
END $$;
