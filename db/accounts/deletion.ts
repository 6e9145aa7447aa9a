import type { markedForDeletion } from '../../domain/accounts/account-rules.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { recordActivity } from './activities.ts';
import type { Client } from './devices.ts';
import { mailAdmins } from './erase-account.ts';
import { originOf } from './origins.ts';
import type { AccountSecrets } from './secrets.ts';
import { endSessionsOfMerchant } from './sessions.ts';
import type { SignedInUser } from './users.ts';

/**
 * Marks the merchant for deletion, which support finishes: balances are paid out and records kept as long as the law
 * says (spec §4, §9). Everybody of it is signed out and cannot sign in again, unless support takes it back for the
 * owner; the admins are mailed. From now on nothing new begins for the merchant ({@link markedForDeletion}): what was
 * begun before goes on, and tokens still read.
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
  await mailAdmins(tx, secrets, merchantId, { kind: 'deletion_requested', values: originOf(client) });
  const message = 'A merchant requested the deletion of the account. Settle what is open, then finish it.';
  await raiseAlert(tx, { kind: 'account_deletion', subject: merchantId, message });
}
