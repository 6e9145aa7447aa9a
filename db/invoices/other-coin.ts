import { isCreditMove } from '../../domain/state/credit-change.ts';
import type { InvoiceEffect, InvoiceOutcome } from '../../domain/state/invoice.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { InvoiceParts } from './rows.ts';

/** The outbox topic of mails to payers whose money came in another coin: the status of the invoice does not change. */
export const OTHER_COIN_MAIL = 'mail.other_coin';

export interface OtherCoinMail {
  readonly invoiceId: string;
}

/** One mail for what a decision credited in another coin than the invoice's, if it did. */
export function otherCoinMail(invoiceId: string, outcome: InvoiceOutcome): OutboxRow[] {
  if (!bringsOtherCoin(outcome)) return [];
  return [{ topic: OTHER_COIN_MAIL, payload: { invoiceId } satisfies OtherCoinMail }];
}

/** Whether a decision credits money in another coin than the invoice's. */
export function bringsOtherCoin({ effects, state }: InvoiceOutcome): boolean {
  return effects.some(
    (effect) => effect.type === 'credit' && (effect.account === 'suspense' || effect.assetRef !== state.gateId),
  );
}

/** The invoice with the payments as a decision credits them, which were read before it. */
export function withCredits(parts: InvoiceParts, effects: readonly InvoiceEffect[]): InvoiceParts {
  const moves = effects.filter(isCreditMove);
  const payments = parts.payments.map((payment) => {
    const last = moves.findLast(({ paymentId }) => paymentId === payment.id);
    if (last === undefined) return payment;
    return last.type === 'credit'
      ? { ...payment, creditedTo: last.account, creditedMinor: last.minor }
      : { ...payment, creditedTo: null, creditedMinor: 0n };
  });
  return { ...parts, payments };
}
