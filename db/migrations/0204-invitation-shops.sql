-- The only shops that the invited person may work in, the first by the id of its merchant; null is all.
ALTER TABLE invitation ADD COLUMN only_shops UUID[];
