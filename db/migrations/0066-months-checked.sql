-- Reads all rows once, while everybody works on: with a valid check, 0067 need not read them under its lock.
ALTER TABLE event VALIDATE CONSTRAINT event_first_months;
ALTER TABLE webhook_delivery VALIDATE CONSTRAINT webhook_delivery_first_months;
ALTER TABLE webhook_attempt VALIDATE CONSTRAINT webhook_attempt_first_months;
