import { defineTable, filled, integer, orNull, text, time, uuid } from '../core/table.ts';

/** What a visitor typed for a demo invoice, and what was played on it. */
export const demoInvoicesTable = defineTable('demo_invoice', {
  invoiceId: uuid(),
  merchantName: text(),
  description: orNull(text()),
  plays: filled(integer()),
  /** The payment that waits for blocks that the visitor asks for. */
  txid: orNull(text()),
  createdAt: time(),
});
