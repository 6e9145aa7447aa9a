-- Compliance counts deposits and money out, as it counts payments to invoices.

-- safe: reference linked_operation.linked_operation_payment_id_fkey: older processes write and join payments as before
-- safe: check linked_operation.linked_operation_kind_check: older processes leave the column to its default

-- Staff hold the money of a deposit. Nothing that merchants or payers read says so.
ALTER TABLE deposit ADD COLUMN compliance_hold BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE suspension DROP CONSTRAINT suspension_kind_check;
ALTER TABLE suspension ADD CONSTRAINT suspension_kind_check CHECK (kind IN ('invoice', 'deposit', 'payout', 'withdrawal'));

-- payment_id names the operation, whose table `kind` says: older processes write payments.
ALTER TABLE linked_operation DROP CONSTRAINT linked_operation_payment_id_fkey;
ALTER TABLE linked_operation
  ADD COLUMN kind TEXT NOT NULL DEFAULT 'payment' CHECK (kind IN ('payment', 'bank_entry', 'payout', 'withdrawal'));
ALTER TABLE linked_report DROP CONSTRAINT linked_report_link_check;
ALTER TABLE linked_report ADD CONSTRAINT linked_report_link_check
  CHECK (link IN ('payer', 'customer', 'merchant', 'merchant_out'));

-- What has left lately is counted, each time by this index.
CREATE INDEX payout_completed ON payout (completed_at) WHERE status = 'done';
CREATE INDEX withdrawal_completed ON withdrawal (completed_at) WHERE status = 'done';
