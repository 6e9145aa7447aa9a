import type { InvoiceItem } from './invoice.ts';

/** A line of goods as answers show it. */
export function shownItem(name: string, price: string, { quantity = 1, amount = price } = {}): InvoiceItem {
  return { type: 'item', name, quantity, unit: null, price, amount, tax: null, sku: null };
}
