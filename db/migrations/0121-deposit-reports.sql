-- Deposits are exported like all other money.
ALTER TABLE report DROP CONSTRAINT report_kind_check;
ALTER TABLE report ADD CONSTRAINT report_kind_check
  CHECK (kind IN ('transactions', 'events', 'invoices', 'payouts', 'refunds', 'withdrawals', 'deposits'));
