-- What an invoice's settlements were converted into, as its views show it; the conversions themselves are rows of their own.
ALTER TABLE invoice ADD COLUMN conversion JSONB;
