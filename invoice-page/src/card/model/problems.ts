import { ClientError } from '../../live/client.ts';
import type { CardKey } from '../words.tsx';

/** Whether a refusal speaks of the price rather than of what was typed. */
export function isAway(error: unknown): boolean {
  return !(error instanceof ClientError) || error.status === 0 || error.status >= 500 || error.status === 429;
}

/** The message for the customer about a failed call. */
export function problemOf(error: unknown): CardKey {
  const { code, status } = error instanceof ClientError ? error : new ClientError(0, '');
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (status === 429) return 'problem.too_often';
  if (status === 0) return 'problem.offline';
  return status >= 500 ? 'problem.away' : 'problem.failed';
}

const BY_CODE: Readonly<Partial<Record<string, CardKey>>> = {
  amount_too_small: 'problem.too_small',
  amount_too_large: 'problem.too_large',
  amount_invalid: 'problem.not_a_number',
  address_invalid: 'problem.address',
  destination_tag_invalid: 'problem.tag',
  gate_not_offered: 'problem.not_offered',
  quote_expired: 'problem.price',
  changed_meanwhile: 'problem.price',
  rate_unavailable: 'problem.away',
  invoice_expired: 'problem.invoice_over',
  shop_closed: 'closed.say',
};
