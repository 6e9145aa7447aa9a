import type { CustomerGate, CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { compare, minus } from './decimal.ts';
import { type Fact, fact, type NumberWords } from './facts.ts';

/** Until when the shown amount can be paid: until its rate ends, or the invoice. */
export function payUntil({ rate, expires_at }: Pick<CustomerInvoice, 'rate' | 'expires_at'>): string {
  return rate?.expires_at ?? expires_at;
}

/**
 * The amount of the chosen coin at the rate that ended, and at the present one. Nothing without a present rate, which
 * the list of coins shows.
 */
export function rateOverText(
  { gate_id, gates, amount_due }: CustomerInvoice,
  { t, format }: { t: Translate; format: NumberFormat },
): string | null | undefined {
  const now = gates.find((gate) => gate.gate_id === gate_id)?.amount;
  return now && t('choose.rate_over', { before: format.coins(amount_due, gate_id), now: format.coins(now, gate_id) });
}

/** The amount of the chosen coin before and now, with the difference; null while its rate holds or none is known. */
export function newQuoteOf(
  { gate_id: gateId, gates, amount_due: before }: CustomerInvoice,
  { t, format }: NumberWords,
): { readonly gateId: CryptoGateId; readonly amountText: string; readonly facts: readonly Fact[] } | null {
  const now = gates.find((gate) => gate.gate_id === gateId)?.amount ?? null;
  if (gateId === null || before === null || now === null) return null;
  const order = compare(now, before);
  const [more, less] = order < 0 ? [before, now] : [now, before];
  const sign = order === 0 ? '' : order < 0 ? '−' : '+';
  return {
    gateId,
    amountText: format.coins(now, gateId),
    facts: [
      fact('before', t('quote.before'), format.coins(before, gateId)),
      fact('now', t('quote.now'), format.coins(now, gateId), 'strong'),
      fact('difference', t('quote.difference'), `${sign}${format.coins(minus(more, less), gateId)}`),
    ],
  };
}

/** When the first of the shown rates runs out; null when none is known. */
export function earliestRefresh(gates: readonly Pick<CustomerGate, 'rate_expires_at'>[]): string | null {
  const moments = gates.flatMap(({ rate_expires_at }) => (rate_expires_at === null ? [] : [rate_expires_at]));
  return moments.reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}
