-- The same payments as before, in words whose rarity the planner can tell: with the others it read the whole table.
DROP INDEX payment_unbooked;
CREATE INDEX payment_unbooked ON payment (mode, network)
  WHERE gate_id IS NOT NULL AND ((status IN ('mined', 'confirmed') AND NOT credited) OR (status IN ('seen', 'dropped', 'replaced', 'failed') AND credited));
