-- Mails about invoices: which of them a merchant wants, and in which language a payer reads.

ALTER TABLE profile
  ADD COLUMN email_events TEXT[] NOT NULL DEFAULT '{invoice.expired_paid,invoice.invalid,invoice.error}';  -- domain/merchant-mail.ts

ALTER TABLE invoice
  ADD COLUMN language TEXT CHECK (language IN ('en', 'de', 'fr', 'es', 'it', 'pt', 'ru'));  -- the payer's; null until the page was opened
