import type { CustomerGate, CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';

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

/** When the first of the shown rates runs out; null when none is known. */
export function earliestRefresh(gates: readonly Pick<CustomerGate, 'rate_expires_at'>[]): string | null {
  const moments = gates.flatMap(({ rate_expires_at }) => (rate_expires_at === null ? [] : [rate_expires_at]));
  return moments.reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}
