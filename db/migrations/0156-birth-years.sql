-- A sanctions list may name several years of birth of one person. Lists imported before kept one of them: it is not taken
-- over, because it may clear somebody of another year. Until the next import no year clears anybody.
ALTER TABLE sanctioned_party ADD COLUMN birth_years INTEGER[] NOT NULL DEFAULT '{}';
