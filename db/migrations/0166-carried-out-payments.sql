-- The bank has said of this very payment that it makes it, so that a question about its name which is read later, or still open, no longer lets it be ordered again.
ALTER TABLE bank_payment ADD COLUMN carried_out BOOLEAN NOT NULL DEFAULT false;
