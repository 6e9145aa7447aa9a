import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import { requireCheckedRestores, requireReleased } from '../core/restored.ts';
import type { Tx } from '../core/sequelize.ts';
import { approveOutflow } from '../outflows/outflow.ts';
import { approvePayout, cancelPayout } from '../payouts/commands.ts';
import { applyStep } from '../process/apply.ts';
import { bankOutflow } from './outflow.ts';
import { withdrawalProcess } from './process.ts';
import { readAnyWithdrawal } from './read.ts';
import type { WithdrawalSettings } from './settings.ts';

export interface WithdrawalCommand {
  readonly withdrawalId: string;
  /** The owner; a withdrawal of another profile is `not_found`. */
  readonly profileId: string;
  readonly by: PayoutActor;
  readonly nowMs: number;
}

/**
 * Approves a waiting withdrawal: exactly its current content.
 * @throws DomainError `approver_is_creator`, `permission_denied` for a machine, `illegal_transition`, `not_found`
 */
export async function approveWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  command: WithdrawalCommand,
): Promise<AnyWithdrawal> {
  const { withdrawalId: id, profileId, by, nowMs } = command;
  const { type } = await readAnyWithdrawal(tx, id, profileId);
  if (type === 'crypto') {
    const row = await approvePayout(tx, settings, payoutCommandOf(command));
    return { type, row };
  }
  await approveOutflow(tx, bankOutflow(settings), { id, by, nowMs });
  return readAnyWithdrawal(tx, id, profileId);
}

/**
 * Cancels a withdrawal before it is in a file of the bank, or signed; the money returns to the balance.
 * @throws DomainError `withdrawal_in_file`, `payout_signed`, `illegal_transition`, `not_found`, `restore_unchecked` or
 *   `payout_may_be_paid` while the checks after a restore of the database are open, and afterwards until two people
 *   have released what is from before it
 */
export async function cancelWithdrawal(tx: Tx, command: WithdrawalCommand): Promise<AnyWithdrawal> {
  const { type, row } = await readAnyWithdrawal(tx, command.withdrawalId, command.profileId);
  if (type === 'crypto') return { type, row: await cancelPayout(tx, payoutCommandOf(command)) };
  if (row.status === 'confirming' || row.status === 'done') throw new DomainError('withdrawal_in_file');
  await requireCheckedRestores(tx, 'euro');
  await requireReleased(tx, command.withdrawalId);
  return apply(tx, command, { type: 'cancel', by: command.by });
}

/**
 * Answers the bank's question whether to pay an account whose holder has another name.
 * @throws DomainError `illegal_transition` if nothing is asked, `not_found`
 */
export function answerName(tx: Tx, command: WithdrawalCommand, outcome: 'pay' | 'cancel'): Promise<AnyWithdrawal> {
  return apply(tx, command, { type: 'answer_name', by: command.by, outcome });
}

async function apply(
  tx: Tx,
  { withdrawalId: id, profileId, by, nowMs }: WithdrawalCommand,
  event: WithdrawalEvent,
): Promise<AnyWithdrawal> {
  const cause = `${event.type}:${by.id}:${nowMs}`;
  const { type } = await readAnyWithdrawal(tx, id, profileId);
  if (type === 'crypto') throw new DomainError('illegal_transition');
  await applyStep(tx, withdrawalProcess, { id, event, cause, nowMs });
  return readAnyWithdrawal(tx, id, profileId);
}

function payoutCommandOf({ withdrawalId: payoutId, profileId, by, nowMs }: WithdrawalCommand) {
  return { payoutId, scope: { profileId, kind: 'withdrawal' }, by, nowMs } as const;
}
