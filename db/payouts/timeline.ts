import type { PayoutMoment } from '../../contract/payouts.ts';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import { type GateId, gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { isPayoutStatus, type PayoutKind, type PayoutReason } from '../../domain/state/payout-status.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { shownKind } from '../ledger/shown-posting.ts';

export interface PayoutTimeline extends OperationTimeline {
  /** The payment method that created it. */
  readonly method: { readonly id: string; readonly title: string } | null;
}

/** The events of an operation whose money was held, and of the money. */
export interface OperationTimeline {
  readonly timeline: readonly PayoutMoment[];
  readonly ledger: readonly LedgerLine[];
}

/** The history of a payout, oldest first, and the merchant's side of the ledger. */
export async function payoutTimeline(db: Db, payout: PayoutRow): Promise<PayoutTimeline> {
  const { methodId } = payout;
  const [story, method] = await Promise.all([
    operationTimeline(db, payout),
    methodId === null ? undefined : maybeOne<{ id: string; title: string }>(db, methodSql, [methodId]),
  ]);
  return { ...story, method: method ?? null };
}

/** The same of anything with a hold: a payout, refund or withdrawal. */
export async function operationTimeline(
  db: Db,
  { id, kind, gateId }: { readonly id: string; readonly kind: PayoutKind; readonly gateId: GateId },
): Promise<OperationTimeline> {
  const [events, postings] = await Promise.all([
    select<EventRow>(db, eventsSql, [id]),
    select<PostingRow>(db, ledgerSql, [`${kind}:${id}:hold`, `${kind}:${id}:returned`]),
  ]);
  const decimals = gateDecimals(gateId);
  return {
    timeline: events.flatMap(({ type, reason, created_at }) => {
      const status = type.slice(type.indexOf('.') + 1);
      return isPayoutStatus(status) ? [{ at: created_at.toISOString(), status, reason }] : [];
    }),
    ledger: postings.map(({ created_at, state, amount, debit, credit, ...posting }) => ({
      ...posting,
      // Returned money goes the other way.
      ...(state === 'void_pending' || state === 'posted' ? { debit: credit, credit: debit } : { debit, credit }),
      at: created_at.toISOString(),
      amount: formatAmount(BigInt(amount), decimals),
      posted: state === 'post_pending' || state === 'posted',
    })),
  };
}

interface EventRow {
  readonly type: string;
  readonly reason: PayoutReason | null;
  readonly created_at: Date;
}

interface PostingRow {
  readonly created_at: Date;
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly debit: string;
  readonly credit: string;
  readonly asset: string;
  readonly amount: string;
}

// Reason and order are read from the event's body, which is stored as the text that was sent.
const eventsSql = prepared(`
  SELECT type, body::jsonb -> 'data' ->> 'status_reason' AS reason, created_at FROM event
  WHERE entity_id = $1 ORDER BY (body::jsonb -> 'data' ->> 'version')::integer`);

// The postings of the hold, of the transfer that ended it, and of a later return. A posting's debit and credit are
// adjacent lines: 2n and 2n + 1.
const ledgerSql = prepared(`
  SELECT t.created_at, t.key, t.kind, t.state, ${shownKind('da')} AS debit, ${shownKind('ca')} AS credit, d.asset,
    d.amount::text AS amount
  FROM transfer h JOIN transfer t ON t.id = h.id OR t.resolves = h.id OR t.key = $2
  JOIN entry d ON d.transfer_id = h.id AND d.line % 2 = 0
  JOIN entry c ON c.transfer_id = h.id AND c.line = d.line + 1
  JOIN account da ON da.id = d.account_id JOIN account ca ON ca.id = c.account_id
  WHERE h.key = $1 AND h.state = 'pending' ORDER BY t.id, d.line`);

const methodSql = prepared('SELECT id, title FROM payment_method WHERE id = $1');
