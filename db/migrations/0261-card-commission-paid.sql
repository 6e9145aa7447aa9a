-- locks: bank_match
-- A credit can be the commission that the partner of purchases by card owes. `booked_minor` is written when it is
-- booked, so a process of the release before, which would confirm such a proposal without booking it, is refused.
-- safe: check bank_match.bank_match_check1: rows of older processes have either an address or a payee, and no commission
-- safe: check bank_match.bank_match_booked_minor_check: older processes do not write the column
-- safe: check bank_match.bank_match_check3: refuses only a confirmation that older processes would not book
ALTER TABLE bank_match
  ADD COLUMN card_commission BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN booked_minor NUMERIC(78, 0) CHECK (booked_minor > 0),
  DROP CONSTRAINT bank_match_check1,
  ADD CONSTRAINT bank_match_check1 CHECK (num_nonnulls(address_id, payee) + card_commission::integer = 1),
  ADD CONSTRAINT bank_match_check3 CHECK ((booked_minor IS NOT NULL) = (card_commission AND confirmed_at IS NOT NULL));
