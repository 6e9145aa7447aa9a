import { clipMiddle } from '../i18n/format.ts';

/** What an invoice is called: the merchant's reference, else its id in short. */
export function invoiceName(invoice: { id: string; reference: string | null }): string {
  return invoice.reference ?? clipMiddle(invoice.id, 8, 6);
}

export function invoicePath(id: string): string {
  return `/history/details?id=${encodeURIComponent(id)}`;
}
