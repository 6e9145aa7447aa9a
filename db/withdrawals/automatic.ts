import type { Tx } from '../core/sequelize.ts';
import type { AutomaticOrder, WithdrawAutomatically } from '../payout-methods/automatic.ts';
import { createWithdrawal } from './create.ts';
import type { WithdrawalSettings } from './settings.ts';

/** Requests the withdrawal of an automatic method: the fees are deducted from the amount. */
export function automaticWithdrawals(settings: WithdrawalSettings): WithdrawAutomatically {
  return async (tx: Tx, { method, amountMinor, nowMs }: AutomaticOrder) => {
    const { type, row } = await createWithdrawal(tx, settings, {
      profileId: method.profileId,
      methodId: method.id,
      amountMinor,
      feePayer: 'recipient',
      by: { kind: 'system', id: 'schedule' },
      nowMs,
    });
    return { id: row.id, isPayout: type === 'crypto' };
  };
}
