import { proxyLocalActivities } from '@temporalio/workflow';
import type { InvoiceActivities, InvoiceStepInput } from '../activities/invoices/activities.ts';
import type { InvoiceSnapshot } from '../domain/state/invoice-snapshot.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import { DEFAULT_WAITS, type InvoiceAct, nextInvoiceStep } from '../domain/state/invoice-waits.ts';
import { INVOICE_OUTCOMES, type InvoiceInput, type InvoiceOutcome, invoiceChangedSignal } from './messages.ts';
import { DATABASE_WRITES, forOperator } from './parts.ts';
import { operatorUpdates, type ProcessMoment, runProcess } from './process-run.ts';

export const { approve, retry, resolve } = operatorUpdates<InvoiceSnapshot, InvoiceOutcome>();

type At = ProcessMoment<InvoiceInput, object>;

const database = proxyLocalActivities<InvoiceActivities>(DATABASE_WRITES);
const decide = forOperator<InvoiceActivities, InvoiceSnapshot>;
const step = ({ input, snapshot }: At): InvoiceStepInput => ({ invoiceId: input.invoiceId, version: snapshot.version });

/**
 * The life of one invoice: waits for its deadline or for news, as `domain/state/invoice-waits.ts` decides, and acts by
 * local activities. Ends when nothing is left to wait for; a later payment starts a new run.
 */
export const invoiceWorkflow = runProcess<InvoiceInput, InvoiceAct, object, InvoiceOutcome>({
  name: 'invoice',
  signal: invoiceChangedSignal,
  next: ({ input, ...at }, nowMs) => {
    const waits = { ...DEFAULT_WAITS, ...input.waits };
    const expiresAtMs = at.snapshot.expiresAtMs ?? Date.parse(input.expiresAt);
    return nextInvoiceStep({ ...at, expiresAtMs, waits }, nowMs);
  },
  acts: {
    expire: (at) => database.expireInvoice(step(at)),
    settle: (at) => database.settleInvoice(step(at)),
    recheck: (at) => database.recheckInvoice(step(at)),
    overdue: (at) => database.overdueInvoice(step(at)),
    remind: (at) => database.remindOperators(step(at)),
  },
  updates: {
    approve: {
      refusal: isNot('processing'),
      write: (command, { input: { invoiceId } }) =>
        decide(({ approveInvoice }) => approveInvoice({ ...command, invoiceId })),
    },
    retry: { write: (_command, { input: { invoiceId } }) => database.readInvoiceWatch({ invoiceId }) },
    resolve: {
      outcomes: INVOICE_OUTCOMES,
      refusal: isNot('error'),
      write: (command, { input: { invoiceId } }) =>
        decide(({ resolveInvoice }) => resolveInvoice({ ...command, invoiceId })),
    },
  },
  place: ({ status }) => status,
  progress: ({ version }) => version,
  attributes: ({ status, reason, needsOperator, network, gateId, txid }) => ({
    Status: status,
    Reason: reason,
    NeedsOperator: needsOperator,
    ...(network === null ? {} : { Network: network }),
    ...(gateId === null ? {} : { Asset: gateId }),
    ...(txid === null ? {} : { TxId: txid }),
  }),
  details: ({ input, snapshot: { status, gateId, network, txid } }, message) => {
    const paid = txid === null ? '' : `\n- Transaction: ${txid}`;
    const asset = gateId === null ? 'not chosen' : `${gateId} on ${network}`;
    return `${message}\n\n- Status: **${status}**\n- Asset: ${asset}\n- Deadline: ${input.expiresAt}${paid}`;
  },
  // The time at which a payment loses the locked rate may change while the row does not.
  sameVersion: (known, { lapsesAtMs = null }) => ({ ...known, lapsesAtMs }),
});

function isNot(status: InvoiceStatus): (at: At) => string | null {
  return ({ snapshot }) => (snapshot.status === status ? null : `the invoice is ${snapshot.status}, not ${status}`);
}
