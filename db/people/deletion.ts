import { raiseAlert } from '../alerts.ts';
import type { Tx } from '../sequelize.ts';
import { execute } from '../sql.ts';
import { sendAccountMail } from './account-mails.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { recordActivity } from './activities.ts';
import type { Client } from './devices.ts';
import { originOf } from './origins.ts';
import { endSessionsOfMerchant } from './sessions.ts';
import type { SignedInUser } from './users.ts';

/**
 * Marks the merchant for deletion, which support finishes: balances are paid out and records kept as long as the law
 * says (spec §4, §9). Everybody of it is signed out and cannot sign in again, unless support takes it back for the
 * owner.
 */
export async function requestDeletion(
  tx: Tx,
  secrets: AccountSecrets,
  { user, client }: { readonly user: SignedInUser; readonly client: Client },
): Promise<void> {
  const { id: merchantId } = user.merchant;
  await execute(
    tx,
    'UPDATE merchant SET deletion_requested_at = coalesce(deletion_requested_at, now()) WHERE id = $1',
    [merchantId],
  );
  await endSessionsOfMerchant(tx, merchantId);
  await recordActivity(tx, { merchantId, userId: user.id, action: 'deletion_requested', client });
  const { email: to, language } = user;
  await sendAccountMail(tx, secrets.box, { to, language, kind: 'deletion_requested', values: originOf(client) });
  const message = 'A merchant requested the deletion of the account. Settle what is open, then finish it.';
  await raiseAlert(tx, { kind: 'account_deletion', subject: merchantId, message });
}
