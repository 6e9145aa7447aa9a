-- locks: report
-- Reports of a shop's purchases by card.
ALTER TABLE report DROP CONSTRAINT report_kind_check,
  ADD CONSTRAINT report_kind_check CHECK (kind IN ('transactions', 'events', 'invoices', 'payouts', 'refunds',
    'withdrawals', 'deposits', 'purchases', 'balance', 'statement'));
