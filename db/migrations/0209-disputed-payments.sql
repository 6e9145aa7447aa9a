-- Staff see what the bank disputes.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_payment_disputed ON bank_payment (mode) WHERE disputed;
