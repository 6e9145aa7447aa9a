-- While staff hold an operation, what its money was converted into is looked up; settlements convert what they settle.
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS conversion_drawn ON conversion (merchant_id, from_gate_id, created_at)
  WHERE kind <> 'settlement';
