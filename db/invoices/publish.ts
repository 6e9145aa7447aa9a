import { newId } from '../../domain/ids.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { presentInvoice } from '../../domain/invoices/view.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import type { OutboxRow } from '../outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';

/** The public event of an invoice's status as it is now: one row, one exact text (`{"type","timestamp","data"}`). */
export function invoiceEvent(record: InvoiceRecord, nowMs: number): EventRow {
  return publicEvent('invoice', record, presentInvoice(record), nowMs);
}

/** Tells the workflow what the invoice is now; starts it anew where it has ended. */
export function invoiceSignal(record: InvoiceRecord, watch: InvoiceSnapshot): OutboxRow {
  const eventId = newId();
  const start = invoiceWorkflow(record, watch);
  const payload = { ...start, signalName: 'invoiceChanged', signalArgs: [{ eventId, watch }] };
  return { topic: 'workflow.signal', payload, eventId };
}

/** The fields that starting and signalling the invoice's workflow share, as messages of the outbox carry them. */
export function invoiceWorkflow(record: InvoiceRecord, watch: InvoiceSnapshot) {
  return {
    workflowType: 'invoiceWorkflow',
    workflowId: `invoice:${record.id}`,
    taskQueue: 'core',
    summary: summaryOf(record),
    input: {
      version: 1,
      invoiceId: record.id,
      merchantId: record.merchantId,
      mode: record.mode,
      expiresAt: record.expiresAt.toISOString(),
      watch,
    },
    searchAttributes: {
      MerchantId: record.merchantId,
      Status: watch.status,
      NeedsOperator: watch.needsOperator,
      ExpiresAt: record.expiresAt.toISOString(),
      ...(watch.network === null ? {} : { Network: watch.network }),
      ...(watch.gateId === null ? {} : { Asset: watch.gateId }),
      ...(watch.txid === null ? {} : { TxId: watch.txid }),
      ...(watch.reason === null ? {} : { Reason: watch.reason }),
    },
  };
}

function summaryOf(record: InvoiceRecord): string {
  const { total, currency } = presentInvoice(record);
  const reference = record.reference === null ? '' : ` for ${record.reference}`;
  return `${record.mode} invoice of ${total} ${currency}${reference}`;
}
