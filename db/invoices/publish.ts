import { presentInvoice } from '../../contract/invoice.view.ts';
import { newId } from '../../domain/ids.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { wakeUpMs } from '../../domain/invoices/wake-up.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';

/** The public event of an invoice's current status: one row, one exact text (`{"type","timestamp","data"}`). */
export function invoiceEvent(record: InvoiceRecord, nowMs: number): EventRow {
  return publicEvent('invoice', record, presentInvoice(record), nowMs);
}

/** Signals the invoice's current state to its workflow; starts a new run if the workflow has ended. */
export function invoiceSignal(record: InvoiceRecord, watch: InvoiceSnapshot): OutboxRow {
  const eventId = newId();
  const start = invoiceWorkflow(record, watch);
  const payload = { ...start, signalName: 'invoiceChanged', signalArgs: [{ eventId, watch }] };
  return { topic: 'workflow.signal', payload, eventId };
}

/** Payload of `workflow.start_later`: the workflow sleeps until after the deadline unless a signal wakes it. */
export function invoiceStart(record: InvoiceRecord, watch: InvoiceSnapshot) {
  const until = record.expiresAt.toISOString();
  return {
    ...invoiceWorkflow(record, watch),
    details: `Asleep until after the deadline, ${until}, unless there is something to do before.`,
    notBefore: new Date(wakeUpMs(record)).toISOString(),
  };
}

/** The fields that the start and signal messages of an invoice's workflow share. */
function invoiceWorkflow(record: InvoiceRecord, watch: InvoiceSnapshot) {
  return {
    workflowType: 'invoiceWorkflow',
    workflowId: `invoice:${record.id}`,
    taskQueue: 'core',
    summary: summaryOf(record),
    input: {
      version: 2,
      invoiceId: record.id,
      merchantId: record.merchantId,
      mode: record.mode,
      expiresAt: record.expiresAt.toISOString(),
      watch,
    },
    searchAttributes: {
      MerchantId: record.merchantId,
      ...(watch.network === null ? {} : { Network: watch.network }),
    },
  };
}

function summaryOf(record: InvoiceRecord): string {
  const { total, currency } = presentInvoice(record);
  const reference = record.reference === null ? '' : ` for ${record.reference}`;
  return `${record.mode} invoice of ${total} ${currency}${reference}`;
}
