-- Who gave the role has 2FA on: its powers begin when this person has it on, too. Until then they may do what a viewer may.
ALTER TABLE app_user ADD COLUMN two_fa_required BOOLEAN NOT NULL DEFAULT false;
