import { Op } from 'sequelize';
import { paymentIdOf } from '../../domain/bank/end-to-end-id.ts';
import { restoredBoundary } from '../core/restored.ts';
import type { Tx } from '../core/sequelize.ts';
import { applySteps } from '../process/apply.ts';
import { moment, react } from '../process/reactions.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import type { BankEntryRow } from './rows.ts';

/** The account was debited for a payment that was requested before a restore, and may have left after its moment. */
export interface RestoredDebit {
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly nowMs: number;
}

/** The requester of such a payment gives it to the bank in the same transaction, so that its debit is booked as it. */
export const restoredDebitsFound = moment<RestoredDebit>('bank_payment.restored_debits');

/**
 * Finds payments that a backup shows as not at the bank although the account was debited for them: they were in a file
 * that the restored database does not know. Only what is from before a restore, and of the same amount.
 */
export async function findRestoredPayments(
  tx: Tx,
  entries: readonly Pick<BankEntryRow, 'direction' | 'endToEndId' | 'amountMinor' | 'isReversal'>[],
  nowMs: number,
): Promise<void> {
  const boundary = await restoredBoundary(tx);
  if (boundary === null) return;
  const debits = entries.flatMap(({ direction, endToEndId, amountMinor, isReversal }): RestoredDebit[] => {
    if (direction !== 'debit' || isReversal || endToEndId === null) return [];
    const paymentId = paymentIdOf(endToEndId);
    return paymentId === null || paymentId >= boundary ? [] : [{ paymentId, amountMinor, nowMs }];
  });
  if (debits.length === 0) return;
  await react(tx, restoredDebitsFound, debits);
  const ids = debits.map(({ paymentId }) => paymentId);
  const waiting = await bankPaymentsTable.find(tx, { id: { [Op.in]: ids }, status: 'waiting', files: 0 });
  const left = waiting.filter(({ id, amountMinor }) =>
    debits.some((debit) => debit.paymentId === id && debit.amountMinor === amountMinor),
  );
  await applySteps<BankPaymentKind>(
    tx,
    bankPaymentProcess,
    left.map(({ id }) => ({ id, event: { type: 'put_in_file' }, cause: 'restored_debit', nowMs })),
  );
}
