import { presentInvoice } from '../../contract/invoice.view.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { wakeUpMs } from '../../domain/invoices/wake-up.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { RowRun } from '../process/workflow-run.ts';

/** The public event of an invoice's current status: one row, one exact text (`{"type","timestamp","data"}`). */
export function invoiceEvent(record: InvoiceRecord, nowMs: number): EventRow {
  return publicEvent('invoice', record, presentInvoice(record), nowMs);
}

/** The public event of money in another coin than the invoice's, which changes no status: `invoice.other_payment`. */
export function otherPaymentEvent(record: InvoiceRecord, nowMs: number): EventRow {
  return publicEvent('invoice', { ...record, status: 'other_payment' }, presentInvoice(record), nowMs);
}

/** Payload of `workflow.start_later`: the workflow sleeps until after the deadline unless a signal wakes it. */
export function invoiceStart(record: InvoiceRecord, watch: InvoiceSnapshot) {
  const until = record.expiresAt.toISOString();
  return {
    ...invoiceRun(record, watch),
    taskQueue: 'core',
    details: `Asleep until after the deadline, ${until}, unless there is something to do before.`,
    notBefore: new Date(wakeUpMs(record)).toISOString(),
  };
}

export function invoiceRun(record: InvoiceRecord, watch: InvoiceSnapshot): RowRun {
  return {
    workflowType: 'invoiceWorkflow',
    workflowId: `invoice:${record.id}`,
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
  const { total, currency, status } = presentInvoice(record);
  const coin = record.quote === null ? '' : ` in ${record.quote.gateId}`;
  const reference = record.reference === null ? '' : ` for ${record.reference}`;
  // A run that begins later begins with news, such as a late payment.
  const news = status === 'new' || status === 'pending' ? '' : `: ${status.replaceAll('_', ' ')}`;
  return `${record.mode} invoice of ${total} ${currency}${coin}${reference}${news}`;
}
