import { DomainError } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Tx } from '../sequelize.ts';
import { execute } from '../sql.ts';

export type SubscriptionType = 'login_attempt' | 'product_updates';

const COLUMNS = { login_attempt: 'notify_sign_in', product_updates: 'product_updates' } as const;

/** The main switch of mails that a user can choose. Codes and warnings come all the same. */
export async function setMailSubscription(tx: Tx, userId: UserId, enabled: boolean): Promise<void> {
  await execute(tx, 'UPDATE app_user SET mail_subscription = $2 WHERE id = $1', [userId, enabled]);
}

/** @throws DomainError `conflict` when a type is switched on while the main switch is off (spec §8) */
export async function setSubscription(
  tx: Tx,
  userId: UserId,
  { type, enabled }: { readonly type: SubscriptionType; readonly enabled: boolean },
): Promise<void> {
  const changed = await execute(
    tx,
    `UPDATE app_user SET ${COLUMNS[type]} = $2 WHERE id = $1 AND (mail_subscription OR NOT $2)`,
    [userId, enabled],
  );
  if (changed === 0) throw new DomainError('conflict', { message: 'First enable mail subscription notification' });
}
