-- Lists of payouts leave out the lines of mass payouts, of which one may have ten thousand. So do their indexes now: a
-- list reads what it shows, and the steps of a line write two indexes less.
CREATE INDEX payout_listed ON payout (profile_id, kind, id DESC) WHERE mass_payout_id IS NULL;
CREATE INDEX payout_listed_by_status ON payout (profile_id, kind, status, id DESC) WHERE mass_payout_id IS NULL;
DROP INDEX payout_by_profile;
DROP INDEX payout_by_status;
