-- A payment without a tag of ours belongs to nobody: several may claim it, each once, and one is paid.
ALTER TABLE claim ADD COLUMN shared BOOLEAN NOT NULL DEFAULT false;
UPDATE claim c SET shared = true FROM payment p
WHERE p.id = c.payment_id AND c.network = 'XRP' AND p.invoice_id IS NULL AND p.static_address_id IS NULL;
DROP INDEX claim_one_of_payment;
CREATE UNIQUE INDEX claim_one_of_payment ON claim (payment_id) WHERE status <> 'declined' AND NOT shared;
CREATE UNIQUE INDEX claim_one_of_claimant ON claim (payment_id, (coalesce(invoice_id, profile_id)))
  WHERE status <> 'declined' AND shared;
CREATE UNIQUE INDEX claim_paid_once ON claim (payment_id) WHERE status IN ('paying', 'done');
