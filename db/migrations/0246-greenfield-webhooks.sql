-- Which of BTCPay's events an endpoint of the format greenfield wants, and what else its plugin reads back of it.
ALTER TABLE webhook_endpoint ADD COLUMN greenfield JSONB;
