import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { BankPaymentNews } from '../bank/payments.ts';
import type { Tx } from '../core/sequelize.ts';
import { applySteps } from '../process/apply.ts';
import { lockWithdrawals, withdrawalProcess } from './process.ts';

/** Locks the withdrawals of payments before these are locked: the order in which withdrawals lock both. */
export async function lockBeforePayments(
  tx: Tx,
  payments: readonly { readonly withdrawalId: string }[],
): Promise<void> {
  await lockWithdrawals(
    tx,
    payments.map(({ withdrawalId }) => withdrawalId),
  );
}

/**
 * Brings withdrawals in line with what the bank says about their payments. News that a withdrawal does not expect
 * changes nothing but opens an alert, so that one contradiction does not stop a whole file.
 */
export async function followBank(tx: Tx, news: readonly BankPaymentNews[]): Promise<void> {
  const steps = news.map((each) => {
    return { id: each.withdrawalId, event: eventOf(each), cause: null, nowMs: each.at.getTime() };
  });
  const answers = await applySteps(tx, withdrawalProcess, steps);
  for (const [index, { refused }] of answers.entries()) {
    const step = steps[index];
    // Not every payment is that of a withdrawal.
    if (refused === undefined || step === undefined || refused.code === 'not_found') continue;
    const message = `The bank says "${step.event.type}", which the withdrawal does not expect. ${refused.message}`;
    await raiseAlert(tx, { kind: 'withdrawal_needs_operator', subject: `withdrawal:${step.id}`, message });
  }
}

function eventOf({ change, words, payeeName, bankReference }: BankPaymentNews): WithdrawalEvent {
  const said = words ?? 'The bank gives no reason.';
  switch (change) {
    case 'in_file':
    case 'torn_up':
    case 'accepted':
      return { type: change };
    case 'name_question':
      return { type: change, payeeName, words: said };
    case 'rejected':
    case 'returned':
      return { type: change, words: said };
    case 'booked':
      return { type: change, bankReference };
    case 'disputed':
      return { type: 'overdue', reason: 'bank_overdue' };
    default:
      return change satisfies never;
  }
}
