import type { CustomerGate } from '../../../contract/customer-invoice.ts';

/** When the first of the shown rates runs out; null when none is known. */
export function earliestRefresh(gates: readonly Pick<CustomerGate, 'rate_expires_at'>[]): string | null {
  const moments = gates.flatMap(({ rate_expires_at }) => (rate_expires_at === null ? [] : [rate_expires_at]));
  return moments.reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}
