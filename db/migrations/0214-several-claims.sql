-- The indexes of the two migrations before take its place.
-- safe: unique claim.btree (payment_id) WHERE (status <> 'declined'::text): who claims looks for others under a lock
UPDATE claim c SET shared = true FROM payment p
WHERE p.id = c.payment_id AND c.network = 'XRP' AND c.status <> 'recorded'
  AND p.invoice_id IS NULL AND p.static_address_id IS NULL;
DROP INDEX claim_one_of_payment;
