import type { RestoredDebit } from '../bank/restored-payments.ts';
import type { Tx } from '../core/sequelize.ts';
import { applySteps } from '../process/apply.ts';
import { lockWithdrawals, withdrawalProcess } from './process.ts';

/**
 * Gives withdrawals to the bank that are queued in a restored database, although the account was debited for them: the
 * bank has made them. Whether they could be given now does not matter any more. One line of db/reactions.ts.
 */
export async function giveDebited(tx: Tx, debits: readonly RestoredDebit[]): Promise<void> {
  const rows = await lockWithdrawals(
    tx,
    debits.map(({ paymentId }) => paymentId),
  );
  const steps = debits.flatMap(({ paymentId: id, amountMinor, nowMs }) => {
    const row = rows.get(id)?.row;
    const isQueued = row?.status === 'queue' && row.bankStage === 'none' && row.netMinor === amountMinor;
    return isQueued ? [{ id, event: { type: 'give' } as const, cause: 'restored_debit', nowMs }] : [];
  });
  await applySteps(tx, withdrawalProcess, steps);
}
