import { clipMiddle } from '../i18n/format.ts';

/** The display name of an invoice: the merchant's reference, or else its shortened id. */
export function invoiceName(invoice: { id: string; reference: string | null }): string {
  return invoice.reference ?? clipMiddle(invoice.id, 8, 6);
}

export function invoicePath(id: string): string {
  return `/history/details?id=${encodeURIComponent(id)}`;
}
