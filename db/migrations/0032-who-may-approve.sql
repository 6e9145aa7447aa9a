-- Who may not approve a payout, what a person confirmed of a payment method, and since when a token may move money.

-- People who count as the creator, besides created_by: who made the token or last renewed its secret, who made or last changed the method.
ALTER TABLE payout ADD COLUMN creators TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE mass_payout ADD COLUMN creators TEXT[] NOT NULL DEFAULT '{}';

ALTER TABLE api_token ADD COLUMN created_by TEXT;                     -- a user; null where the audit log does not know
ALTER TABLE api_token ADD COLUMN secret_renewed_by TEXT;              -- the last user who renewed the secret
ALTER TABLE api_token ADD COLUMN armed_at TIMESTAMPTZ NOT NULL DEFAULT now(); -- made, renewed, or given more power: its payouts cool off from then on

ALTER TABLE payment_method ADD COLUMN changed_by TEXT;                -- the last user who made it or changed where or when it pays
ALTER TABLE payment_method ADD COLUMN seal TEXT;                      -- a MAC over what a person confirmed; null: nothing is paid to it automatically

UPDATE api_token SET armed_at = created_at;
UPDATE api_token t SET created_by = a.actor_id
FROM (SELECT DISTINCT ON (target_id) target_id, actor_id FROM audit_log
      WHERE target_kind = 'api_token' AND action = 'token.created' AND actor_kind = 'user' ORDER BY target_id, at) AS a
WHERE a.target_id = t.id::text;
UPDATE api_token t SET secret_renewed_by = a.actor_id
FROM (SELECT DISTINCT ON (target_id) target_id, actor_id FROM audit_log
      WHERE target_kind = 'api_token' AND action = 'token.secret_renewed' AND actor_kind = 'user' ORDER BY target_id, at DESC) AS a
WHERE a.target_id = t.id::text;
UPDATE payment_method SET changed_by = created_by;
UPDATE payment_method m SET changed_by = a.actor_id
FROM (SELECT DISTINCT ON (target_id) target_id, actor_id FROM audit_log
      WHERE target_kind = 'payment_method' AND action IN ('method.created', 'method.updated') AND actor_kind = 'user'
      ORDER BY target_id, at DESC) AS a
WHERE a.target_id = m.id::text;
ALTER TABLE payment_method ALTER COLUMN changed_by SET NOT NULL;

-- What waits for an approval now is approved under the new rule.
UPDATE payout p SET creators = array_remove(ARRAY[t.created_by, t.secret_renewed_by], NULL)
FROM api_token t WHERE p.status = 'new' AND p.created_by_kind = 'token' AND p.created_by = t.id::text;
UPDATE payout p SET creators = array_remove(ARRAY[m.created_by, m.changed_by], NULL)
FROM payment_method m WHERE p.status = 'new' AND p.created_by_kind = 'system' AND p.method_id = m.id;
UPDATE mass_payout p SET creators = array_remove(ARRAY[t.created_by, t.secret_renewed_by], NULL)
FROM api_token t WHERE p.run_by_kind = 'token' AND p.run_by = t.id::text AND p.approved_by IS NULL;
