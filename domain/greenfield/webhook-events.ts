import { type CryptoGateId, isCryptoGateId } from '../assets/assets.ts';
import { INVOICE_STATUSES, type InvoiceStatus, isInvoiceStatus } from '../state/invoice-status.ts';
import { paymentMethodOf } from './payment-methods.ts';

/** The events that BTCPay's plugins know. */
export const GREENFIELD_EVENTS = [
  'InvoiceCreated',
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceSettled',
  'InvoiceInvalid',
] as const;

export type GreenfieldEvent = (typeof GREENFIELD_EVENTS)[number];

export function isGreenfieldEvent(text: string): text is GreenfieldEvent {
  return (GREENFIELD_EVENTS as readonly string[]).includes(text);
}

/** The data kept with an endpoint of the format greenfield. */
export interface GreenfieldEndpoint {
  /** Null: everything. */
  readonly events: readonly GreenfieldEvent[] | null;
  readonly automaticRedelivery: boolean;
}

/** The facts of an invoice, as its public event shows it, that decide the messages of BTCPay. */
export interface EventInvoice {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly status_reason: string | null;
  readonly address: string | null;
  readonly gate_id: string | null;
  readonly amount_excess: string | null;
  readonly transactions: readonly EventPayment[];
  readonly refunds: readonly unknown[];
}

interface EventPayment {
  readonly txid: string;
  readonly output: string;
  readonly gate_id: string;
  readonly amount: string;
  readonly status: string;
  readonly first_seen_at: string;
}

/** An event with the fields of its kind. Every truth value is there: PHP reads them without asking. */
export type GreenfieldMessage = { readonly type: GreenfieldEvent } & Readonly<Record<string, unknown>>;

/**
 * The messages that BTCPay sends when an invoice enters its status, in order, limited to the events that the endpoint
 * selected. The one table of it. BTCPay knows no refunds: nothing is sent of them, nor of the status that an invoice
 * has again after one.
 */
export function greenfieldMessages(
  invoice: EventInvoice,
  requested: GreenfieldEndpoint['events'],
): GreenfieldMessage[] {
  if (!isInvoiceStatus(invoice.status)) return [];
  const messages = SENT[invoice.status].of(invoice);
  return requested === null ? messages : messages.filter(({ type }) => requested.includes(type));
}

/** The types of our events by which an endpoint with these events is served. */
export function eventTypesFor(requested: GreenfieldEndpoint['events']): string[] {
  const isSubscribed = (event: GreenfieldEvent) => requested === null || requested.includes(event);
  return INVOICE_STATUSES.filter((status) => SENT[status].events.some(isSubscribed)).map(
    (status) => `invoice.${status}`,
  );
}

interface Sent {
  /** The events that `of` may send. */
  readonly events: readonly GreenfieldEvent[];
  readonly of: (invoice: EventInvoice) => GreenfieldMessage[];
}

const nothing: Sent = { events: [], of: () => [] };
const created: Sent = {
  events: ['InvoiceCreated'],
  // A coin that is chosen later makes it pending, too.
  of: ({ version }) => (version === 1 ? [{ type: 'InvoiceCreated' }] : []),
};
const inProgress: Sent = {
  events: ['InvoiceReceivedPayment', 'InvoiceProcessing'],
  of: (invoice) => [...received(invoice, false), { type: 'InvoiceProcessing', overPaid: isOver(invoice) }],
};
const settled: Sent = {
  events: ['InvoicePaymentSettled', 'InvoiceSettled'],
  of: (invoice) => {
    if (invoice.refunds.length > 0) return [];
    const { status_reason: reason } = invoice;
    const manuallyMarked = reason === 'completed_by_merchant' || reason === 'resolved_by_operator';
    return [...paymentsSettled(invoice, reason === 'auto_completed'), settledMessage(invoice, manuallyMarked)];
  },
};
const unpaid = (partiallyPaid: boolean): GreenfieldMessage => ({ type: 'InvoiceExpired', partiallyPaid });
const bad = (manuallyMarked: boolean): GreenfieldMessage => ({ type: 'InvoiceInvalid', manuallyMarked });

const SENT: Readonly<Record<InvoiceStatus, Sent>> = {
  new: created,
  pending: created,
  partially_paid: { events: ['InvoiceReceivedPayment'], of: (invoice) => received(invoice, false) },
  confirming: inProgress,
  // A confirmed payment waits for finality: BTCPay has sent Processing by then.
  processing: nothing,
  done: settled,
  overpaid: settled,
  expired: { events: ['InvoiceExpired'], of: () => [unpaid(false)] },
  expired_paid: {
    events: ['InvoiceReceivedPayment', 'InvoicePaymentSettled'],
    of: (invoice) => [...received(invoice, true), ...paymentsSettled(invoice, true)],
  },
  invalid: {
    events: ['InvoiceExpired', 'InvoiceInvalid'],
    of: ({ status_reason }) => [status_reason === 'underpaid' ? unpaid(true) : bad(false)],
  },
  refund_requested: nothing,
  refunded: nothing,
  partially_refunded: nothing,
  canceled: { events: ['InvoiceInvalid'], of: () => [bad(true)] },
  error: { events: ['InvoiceInvalid'], of: () => [bad(false)] },
};

function settledMessage(invoice: EventInvoice, manuallyMarked: boolean): GreenfieldMessage {
  const overPaid = invoice.status === 'overpaid' || invoice.status_reason === 'excess_kept';
  return { type: 'InvoiceSettled', manuallyMarked, overPaid };
}

function isOver({ amount_excess: excess }: EventInvoice): boolean {
  return excess !== null && /[1-9]/.test(excess);
}

/** Of the newest payment: the one by which the status changed. */
function received(invoice: EventInvoice, afterExpiration: boolean): GreenfieldMessage[] {
  const newest = alive(invoice).sort((a, b) => (a.first_seen_at < b.first_seen_at ? 1 : -1))[0];
  return newest === undefined ? [] : [paymentMessage('InvoiceReceivedPayment', invoice, newest, afterExpiration)];
}

function paymentsSettled(invoice: EventInvoice, afterExpiration: boolean): GreenfieldMessage[] {
  return alive(invoice)
    .filter(({ status }) => status === 'confirmed')
    .slice(0, MAX_PAYMENTS)
    .map((payment) => paymentMessage('InvoicePaymentSettled', invoice, payment, afterExpiration));
}

/** Anyone can send dust to an address; a shop needs no message of each. */
const MAX_PAYMENTS = 5;
const GONE: ReadonlySet<string> = new Set(['dropped', 'replaced', 'failed']);

function alive({ transactions, gate_id }: EventInvoice): EventPayment[] {
  return transactions.filter((each) => each.gate_id === gate_id && !GONE.has(each.status));
}

function paymentMessage(
  type: 'InvoiceReceivedPayment' | 'InvoicePaymentSettled',
  { address }: EventInvoice,
  payment: EventPayment,
  afterExpiration: boolean,
): GreenfieldMessage {
  return {
    type,
    afterExpiration,
    paymentMethodId: isCryptoGateId(payment.gate_id) ? paymentMethodOf(payment.gate_id satisfies CryptoGateId) : '',
    payment: {
      id: `${payment.txid}-${payment.output}`,
      receivedDate: Math.floor(Date.parse(payment.first_seen_at) / 1000),
      value: payment.amount,
      fee: '0.0',
      status: payment.status === 'confirmed' ? 'Settled' : 'Processing',
      destination: address ?? '',
    },
  };
}
