-- Whether its sender had 2FA on when the invitation was sent: what they turn off afterwards does not make the role begin
-- without it.
ALTER TABLE invitation ADD COLUMN sent_with_two_fa BOOLEAN NOT NULL DEFAULT false;

UPDATE invitation i SET sent_with_two_fa = true FROM app_user u
WHERE u.id = i.invited_by AND u.totp_enabled_at IS NOT NULL AND i.accepted_at IS NULL AND i.canceled_at IS NULL;
