import type { InvoiceActivities, InvoiceStepInput } from '../activities/invoices/activities.ts';
import type { InvoiceSnapshot } from '../domain/state/invoice-snapshot.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import { DEFAULT_WAITS, type InvoiceAct, nextInvoiceStep } from '../domain/state/invoice-waits.ts';
import { INVOICE_OUTCOMES, type InvoiceInput, type InvoiceOutcome, invoiceChangedSignal } from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { operatorUpdates, type ProcessMoment, runProcess } from './process-run.ts';

export const { approve, retry, resolve } = operatorUpdates<InvoiceSnapshot, InvoiceOutcome>();

type At = ProcessMoment<InvoiceInput, object>;

const database = databaseWrites<InvoiceActivities>;
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
    // The choice of a coin is not signaled, so that this run may not know it.
    expire: (at) => database('Expire at the deadline, unless it was paid').expireInvoice(step(at)),
    settle: (at) => database(`Settle confirmed payments in ${assetOf(at)}`).settleInvoice(step(at)),
    recheck: (at) => database(`Read the payments in ${assetOf(at)} again`).recheckInvoice(step(at)),
    overdue: (at) => database(`Confirmations are overdue: ${assetOf(at)}`).overdueInvoice(step(at)),
    remind: (at) => database(at.message).remindOperators(step(at)),
  },
  updates: {
    approve: {
      refusal: isNot('processing'),
      write: (command, { input: { invoiceId } }) =>
        decide(({ approveInvoice }) => approveInvoice({ ...command, invoiceId })),
    },
    retry: {
      write: (_command, { input: { invoiceId } }) => database('Read the invoice again').readInvoiceWatch({ invoiceId }),
    },
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
    return (
      `${message}\n\n- Status: **${status}**\n- Asset: ${asset}\n- Deadline: ${input.expiresAt}${paid}` +
      `\n- Merchant: ${input.merchantId}\n- Payer's page: /invoice/${input.invoiceId}`
    );
  },
  // The time at which a payment loses the locked rate may change while the row does not.
  sameVersion: (known, { lapsesAtMs = null }) => ({ ...known, lapsesAtMs }),
});

function assetOf({ snapshot: { gateId } }: At): string {
  return gateId ?? 'its asset';
}

function isNot(status: InvoiceStatus): (at: At) => string | null {
  return ({ snapshot }) => (snapshot.status === status ? null : `the invoice is ${snapshot.status}, not ${status}`);
}
