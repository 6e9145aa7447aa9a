import { fieldError } from '../errors.ts';

/** The addresses that a shop gives for one order. */
export interface OrderAddresses {
  readonly successUrl?: string | undefined;
  readonly cancelUrl?: string | undefined;
  readonly notificationUrl?: string | undefined;
}

/** The facts of an order that its addresses may name. */
export interface NamedOrder {
  readonly invoiceId: string;
  readonly reference: string | null;
}

/**
 * The addresses with `{invoice_id}` and `{reference}` filled in; an order without a reference has nothing there. The
 * reference is encoded, so it stays one part of a path or query whatever it holds.
 * @throws DomainError `validation_failed` for one that becomes too long
 */
export function filledAddresses({ successUrl, cancelUrl, notificationUrl }: OrderAddresses, order: NamedOrder) {
  const filled = (field: string, url: string | undefined) => (url === undefined ? null : fill(field, url, order));
  return {
    successUrl: filled('success_url', successUrl),
    cancelUrl: filled('cancel_url', cancelUrl),
    notificationUrl: filled('notification_url', notificationUrl),
  };
}

function fill(field: string, url: string, { invoiceId, reference }: NamedOrder): string {
  if (!url.includes('{')) return url;
  const filled = url
    .replaceAll('{invoice_id}', invoiceId)
    .replaceAll('{reference}', () => encodeURIComponent(reference ?? ''));
  if (filled.length <= MAX_ADDRESS) return filled;
  throw fieldError(field, `Must have at most ${MAX_ADDRESS} characters once its placeholders are filled in.`);
}

const MAX_ADDRESS = 2_000;
