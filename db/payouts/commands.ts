import { DomainError } from '../../domain/errors.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { requireKnownTransactions } from '../core/restored.ts';
import type { Tx } from '../core/sequelize.ts';
import { approveOutflow } from '../outflows/outflow.ts';
import { applyStep } from '../process/apply.ts';
import { chainOutflow } from './outflow.ts';
import { payoutProcess } from './process.ts';
import { type PayoutScope, readPayout } from './read.ts';
import type { PayoutSettings } from './settings.ts';

export interface PayoutCommand {
  readonly payoutId: string;
  /** The owner; a payout of another profile is `not_found`. */
  readonly scope: PayoutScope;
  readonly by: PayoutActor;
  readonly nowMs: number;
}

/**
 * Approves a waiting payout: exactly its current content.
 * @throws DomainError `approver_is_creator`, `permission_denied` for a machine, `illegal_transition`, `not_found`
 */
export async function approvePayout(tx: Tx, settings: PayoutSettings, command: PayoutCommand): Promise<PayoutRow> {
  const { payoutId, scope, by, nowMs } = command;
  await readPayout(tx, payoutId, scope);
  await approveOutflow(tx, chainOutflow(settings), { id: payoutId, by, nowMs });
  return readPayout(tx, payoutId);
}

/**
 * Cancels an unsigned payout; the money returns to the balance.
 * @throws DomainError `payout_signed`, `illegal_transition`, `not_found`, `payout_may_be_paid` while the checks after a
 *   restore of the database are open: it may have been signed after the moment that was restored
 */
export async function cancelPayout(tx: Tx, { payoutId, scope, by, nowMs }: PayoutCommand): Promise<PayoutRow> {
  const { status } = await readPayout(tx, payoutId, scope);
  if (status === 'confirming' || status === 'done') throw new DomainError('payout_signed');
  await requireKnownTransactions(tx, payoutId);
  await applyStep(tx, payoutProcess, {
    id: payoutId,
    event: { type: 'cancel', by },
    cause: `cancel:${by.id}:${nowMs}`,
    nowMs,
  });
  return readPayout(tx, payoutId);
}
