-- What is sent to a simulated chain is refused when something else has spent the same.
CREATE INDEX sim_transaction_spends ON sim_transaction USING gin (spends);
