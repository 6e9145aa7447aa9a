import { defineTable, filled, integer, orNull, text, time, uuid } from '../core/table.ts';

/** The texts of a visitor for a demo invoice, and the actions played on it. */
export const demoInvoicesTable = defineTable('demo_invoice', {
  invoiceId: uuid(),
  merchantName: text(),
  description: orNull(text()),
  plays: filled(integer()),
  /** The payment that waits for blocks that the visitor asks for. */
  txid: orNull(text()),
  createdAt: time(),
});
