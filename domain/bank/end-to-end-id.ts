import { base32crockford, hex } from '@scure/base';

/**
 * The end-to-end ID of a payment: its own ID in letters and digits, which no bank changes. It is the same however often
 * the payment is made, so that a payment which a restored database does not know is found again in statements. Payees
 * see it, so knowing one proves nothing.
 */
export function endToEndIdOf(paymentId: string): string {
  return PREFIX + base32crockford.encode(hex.decode(paymentId.replaceAll('-', '')));
}

/** The payment with this end-to-end ID; null for IDs of others, and random ones of earlier versions. */
export function paymentIdOf(endToEndId: string): string | null {
  if (!/^TG[0-9A-HJKMNP-TV-Z]{26}$/.test(endToEndId)) return null;
  try {
    const id = hex.encode(base32crockford.decode(endToEndId.slice(PREFIX.length)));
    return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
  } catch {
    return null;
  }
}

const PREFIX = 'TG';
