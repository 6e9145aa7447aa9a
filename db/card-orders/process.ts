import {
  type CardOrderDecision,
  type CardOrderEvent,
  type FetchedOrder,
  nextCardOrder,
} from '../../domain/state/card-order.ts';
import { type CardOrderStatus, isPublishedCardStatus } from '../../domain/state/card-order-status.ts';
import { operatorAlerts } from '../alerts/operator-alerts.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Change, type Decided, defineProcess } from '../process/define.ts';
import { bookEarnings, type Earned, matureEarnings, reverseEarnings } from './ledger.ts';
import { amountsOf, cardOrderEvent, cardOrderMail, cardOrderRun } from './publish.ts';
import { type CardOrderParts, lockCardOrders } from './read.ts';
import { type CardOrderRow, cardOrdersTable, entityOf, toFacts } from './rows.ts';

/** The decision of the rules, and what the row becomes by it. */
export interface CardOrderOutcome extends CardOrderDecision {
  readonly changed: boolean;
  readonly row: CardOrderRow;
}

/** `placed` of the kernel carries the sealed pages of the partner, which no rule looks at. */
export type CardOrderStepEvent =
  | Exclude<CardOrderEvent, { type: 'placed' | 'partner' }>
  | (Extract<CardOrderEvent, { type: 'placed' }> & {
      readonly pages: Pick<CardOrderRow, 'checkoutUrl' | 'checkoutUntil' | 'payerUrl'>;
    })
  | (Extract<CardOrderEvent, { type: 'partner' }> & { readonly payerUrl: CardOrderRow['payerUrl'] });

/** The types that make up the process. */
export interface CardOrderKind {
  readonly row: CardOrderRow;
  readonly facts: CardOrderParts;
  readonly event: CardOrderStepEvent;
  readonly outcome: CardOrderOutcome;
  readonly answer: { readonly changed: boolean; readonly row: Pick<CardOrderRow, 'status' | 'version'> };
}

/** The life of a purchase of coins by card. */
export const cardOrderProcess = defineProcess<CardOrderKind>({
  name: 'card_order',
  table: cardOrdersTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'needsOperator',
    'fiatMinor',
    'cryptoMinor',
    'partnerOrderId',
    'partnerStatus',
    'partnerFiatMinor',
    'partnerCryptoMinor',
    'checkoutUrl',
    'checkoutUntil',
    'payerUrl',
    'txid',
    'paidAt',
    'deliveredMinor',
    'deliveredTxid',
    'deliveredOutput',
    'euroMinor',
    'commissionMinor',
    'shareMinor',
    'nextCheckAt',
    'deadlineAt',
    'placedAt',
    'sentAt',
    'deliveredAt',
    'maturedAt',
    'closedAt',
  ],
  lock: lockCardOrders,
  decide: ({ row }, { event, nowMs }) => decide(row, event, nowMs),
  after: ({ outcome }) => outcome.row,
  effects: {
    book_earnings: each((tx, { outcome }) => bookEarnings(tx, earnedBy(outcome.row))),
    reverse_earnings: each((tx, { outcome: { row } }) => reverseEarnings(tx, earnedBy(row), row.maturedAt !== null)),
    mature_earnings: each((tx, { outcome }) => matureEarnings(tx, earnedBy(outcome.row))),
    ...operatorAlerts(operatorAlert),
    tell: each((tx, { step, outcome }) => enqueue(tx, [cardOrderMail(step.id, outcome.state.status)])),
  },
  event: cardOrderEvent,
  publishes,
  live: ({ id, version, profileId, status, placedAt }) =>
    placedAt === null ? { card: id, version } : { card: id, version, profile: profileId, status },
  workflow: {
    neededWhen: `(t.status IN ('placing', 'identity', 'payment', 'processing', 'sending') OR t.needs_operator
      OR t.next_check_at IS NOT NULL OR (t.status = 'delivered' AND t.matured_at IS NULL)
      OR (t.status IN ('declined', 'rejected', 'expired', 'canceled') AND t.partner_order_id IS NOT NULL
        AND t.closed_at > now() - interval '7 days'))`,
    workflowId: `'card-order:' || t.id`,
    signal: 'cardOrderChanged',
    // A draft has no workflow, and one that is canceled needs none.
    hears: ({ after }) => after.placedAt !== null,
    run: ({ row }) => cardOrderRun(row),
  },
  answer: ({ outcome: { changed } }, { status, version }) => ({ changed, row: { status, version } }),
});

/** A draft is its customer's own business, also when it is canceled. */
function publishes({ before, after }: Change<CardOrderKind>): boolean {
  return after.placedAt !== null && after.status !== before.row.status && isPublishedCardStatus(after.status);
}

function decide(row: CardOrderRow, event: CardOrderStepEvent, nowMs: number): CardOrderOutcome {
  const decision = nextCardOrder(toFacts(row), event, nowMs);
  const { status, reason: statusReason, needsOperator } = decision.state;
  const carried = carriedBy(row, event, { status, nowMs });
  const next = { ...row, ...carried, status, statusReason, needsOperator, ...times(row, status, nowMs) };
  const changed = decision.effects.length > 0 || cardOrderProcess.changes.some((key) => differs(next[key], row[key]));
  const effects = decision.effects.map((effect) =>
    effect.type === 'alert' ? { ...effect, message: `${amountsOf(row)} (${row.mode}): ${effect.message}` } : effect,
  );
  return { ...decision, effects, changed, row: changed ? { ...next, version: row.version + 1 } : row };
}

interface Entered {
  /** The status after the event. */
  readonly status: CardOrderStatus;
  readonly nowMs: number;
}

/** The columns that an event itself writes. */
function carriedBy(row: CardOrderRow, event: CardOrderStepEvent, { status, nowMs }: Entered): Partial<CardOrderRow> {
  switch (event.type) {
    case 'place':
      return row.placedAt === null ? { placedAt: new Date(nowMs), deadlineAt: new Date(nowMs + PLACING_MS) } : {};
    case 'accept_amounts':
      return { fiatMinor: event.fiatMinor, cryptoMinor: event.cryptoMinor };
    case 'placed':
      return { partnerOrderId: event.partnerOrderId, ...event.pages };
    case 'partner':
      return fetched(row, event, { status, nowMs });
    case 'delivered':
      return { ...seenOf(event.seen), ...event.earnings };
    case 'short':
      return { deliveredMinor: event.seen.minor };
    case 'resolve':
      return event.outcome === 'delivered' ? { ...event.earnings } : {};
    case 'not_placed':
    case 'mismatch':
      return { nextCheckAt: null };
    case 'look':
      return { nextCheckAt: new Date(nowMs) };
    case 'mature':
      return { maturedAt: row.maturedAt ?? new Date(nowMs) };
    default:
      return {};
  }
}

/** Stores the partner's answer unchanged. Only a new transaction restarts the time within which coins must arrive. */
function fetched(
  row: CardOrderRow,
  { order, readAtMs, payerUrl }: Extract<CardOrderStepEvent, { type: 'partner' }>,
  { status, nowMs }: Entered,
): Partial<CardOrderRow> {
  const txid = status === 'sending' ? (order.txid ?? row.txid) : row.txid;
  const isNewTxid = status === 'sending' && (row.sentAt === null || txid !== row.txid);
  return {
    partnerStatus: order.statusText.slice(0, 100),
    partnerFiatMinor: order.fiatMinor ?? row.partnerFiatMinor,
    partnerCryptoMinor: order.cryptoMinor ?? row.partnerCryptoMinor,
    payerUrl: row.payerUrl ?? payerUrl,
    txid,
    paidAt: row.paidAt ?? (isMoneyThere(order) ? new Date(nowMs) : null),
    sentAt: isNewTxid ? new Date(nowMs) : row.sentAt,
    nextCheckAt: row.nextCheckAt !== null && row.nextCheckAt.getTime() < readAtMs ? null : row.nextCheckAt,
  };
}

function isMoneyThere({ news }: FetchedOrder): boolean {
  return news === 'processing' || news === 'sent';
}

function seenOf({ minor, txid, output }: { minor: bigint; txid: string; output: string }): Partial<CardOrderRow> {
  return { deliveredMinor: minor, deliveredTxid: txid, deliveredOutput: output };
}

/** When it was delivered and closed; an order that becomes active again is open. */
function times(row: CardOrderRow, status: CardOrderStatus, nowMs: number): Partial<CardOrderRow> {
  const isOpen = OPEN.has(status);
  const wasDelivered = status === 'delivered' || status === 'charged_back';
  return {
    deliveredAt: wasDelivered ? (row.deliveredAt ?? new Date(nowMs)) : null,
    closedAt: isOpen ? null : status === row.status ? row.closedAt : new Date(nowMs),
  };
}

const OPEN: ReadonlySet<CardOrderStatus> = new Set([
  'draft',
  'placing',
  'identity',
  'payment',
  'processing',
  'sending',
] as const);

/** How long the partner may be asked to make an order: its price is as old, and the customer has left. */
const PLACING_MS = 15 * 60_000;

function differs(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() !== other.getTime();
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return !one.equals(other);
  return one !== other;
}

function earnedBy({ id, mode, merchantId, commissionMinor, shareMinor }: CardOrderRow): Earned {
  if (commissionMinor === null || shareMinor === null) throw new Error(`The card order ${id} has no earnings.`);
  return { id, mode, merchantId, commissionMinor, shareMinor };
}

function operatorAlert(row: CardOrderRow) {
  return { kind: 'card_order_needs_operator', subject: entityOf(row) } as const;
}

/** Carries out an effect for one decision after the other. */
function each(act: (tx: Tx, decided: Decided<CardOrderKind>) => Promise<void>) {
  return async (tx: Tx, decided: readonly Decided<CardOrderKind>[]): Promise<undefined> => {
    for (const one of decided) await act(tx, one);
  };
}
