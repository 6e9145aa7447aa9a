import type { InvoiceOutcome } from '../../domain/state/invoice.ts';
import type { OutboxRow } from '../core/outbox.ts';

/** The outbox topic of mails to payers whose money came in another coin: the status of the invoice does not change. */
export const OTHER_COIN_MAIL = 'mail.other_coin';

export interface OtherCoinMail {
  readonly invoiceId: string;
}

/** One mail for what a decision credited in another coin than the invoice's, if it did. */
export function otherCoinMail(invoiceId: string, { effects, state }: InvoiceOutcome): OutboxRow[] {
  const isOther = effects.some(
    (effect) => effect.type === 'credit' && (effect.account === 'suspense' || effect.assetRef !== state.gateId),
  );
  return isOther ? [{ topic: OTHER_COIN_MAIL, payload: { invoiceId } satisfies OtherCoinMail }] : [];
}
