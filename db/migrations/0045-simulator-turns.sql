-- Whose command it is: merchants take turns, so that one who asks for much delays nobody else. Null: the gateway's own.
ALTER TABLE sim_command ADD COLUMN merchant_id UUID;
CREATE INDEX sim_command_open ON sim_command (merchant_id) WHERE done_at IS NULL;
