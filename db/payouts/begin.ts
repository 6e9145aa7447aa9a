import { nextPayout } from '../../domain/state/payout.ts';
import type { PayoutActor, PayoutEvent } from '../../domain/state/payout-event.ts';
import { presentTraceparent } from '../../tracing/spans.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { wakeRelay } from '../core/outbox.ts';
import { dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { hasOwnEvents, payoutAfter } from './process.ts';
import { liveMessageOf, payoutEvent, workflowStart } from './publish.ts';
import { type PayoutRow, payoutsTable, toFacts } from './rows.ts';
import type { PayoutSettings } from './settings.ts';

/** The request fields that payouts and refunds share. */
export type RequestedPayout = Omit<
  PayoutRow,
  | 'version'
  | 'status'
  | 'statusReason'
  | 'statusWords'
  | 'needsOperator'
  | 'hold'
  | 'feeRaiseMinor'
  | 'feeRaiseMac'
  | 'createdByKind'
  | 'createdBy'
  | 'creators'
  | 'approvedByKind'
  | 'approvedBy'
  | 'approvalMac'
  | 'approvedAt'
  | 'signedAt'
  | 'createdAt'
  | 'completedAt'
  | 'canceledAt'
  | 'massPayoutId'
  | 'transactions'
>;

export interface BeginPayout {
  readonly asked: RequestedPayout;
  readonly by: PayoutActor;
  /** Users who also count as creators besides `by`: {@link readCreators}. */
  readonly creators: readonly string[];
  readonly nowMs: number;
}

/**
 * Writes a requested payout or refund, an event for each status that it passes immediately, and its workflow start,
 * with one statement: approved if its creator may approve, and queued for the signer if there is no cool-off. The
 * caller adds the hold in the same transaction.
 * @returns the resulting row
 */
export async function beginPayout(tx: Tx, settings: PayoutSettings, begin: BeginPayout): Promise<PayoutRow> {
  const { nowMs } = begin;
  const rows = statusesOf(settings, begin);
  const row = rows.at(-1);
  if (row === undefined) throw new Error('A payout begins somewhere.');
  const events = rows.filter(hasOwnEvents).map((each) => ({ ...payoutEvent(each, nowMs), status: each.status }));
  const start = json(workflowStart(row).payload);
  await execute(tx, insertSql, [json(payoutsTable.write(row)), json(events), start, presentTraceparent()]);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
  notifyLiveAfterCommit(tx, liveMessageOf(row));
  return row;
}

/** The row in each of its initial statuses, by the same rules as later steps. */
function statusesOf(settings: PayoutSettings, { asked, by, creators, nowMs }: BeginPayout): PayoutRow[] {
  const fresh: PayoutRow = {
    ...asked,
    version: 1,
    status: 'new',
    statusReason: asked.approvalRequired ? 'awaiting_approval' : null,
    statusWords: null,
    needsOperator: false,
    hold: 'open',
    feeRaiseMinor: null,
    feeRaiseMac: null,
    createdByKind: by.kind,
    createdBy: by.id,
    creators,
    approvedByKind: null,
    approvedBy: null,
    approvalMac: null,
    approvedAt: null,
    signedAt: null,
    createdAt: new Date(nowMs),
    completedAt: null,
    canceledAt: null,
    massPayoutId: null,
    transactions: [],
  };
  if (asked.approvalRequired) return [fresh];
  const approved = after(fresh, { type: 'approve', by, mac: settings.seal.approve(fresh, by) }, nowMs);
  const coolsOff = asked.notBefore !== null && nowMs < asked.notBefore.getTime();
  return coolsOff ? [fresh, approved] : [fresh, approved, after(approved, { type: 'enqueue' }, nowMs)];
}

function after(row: PayoutRow, event: PayoutEvent, nowMs: number): PayoutRow {
  const outcome = nextPayout(toFacts(row), event, nowMs);
  return payoutAfter({ before: { row }, outcome, step: { id: row.id, event, cause: event.type, nowMs } });
}

// $1 the payout, $2 its events, $3 what starts its workflow, $4 the present span.
const insertSql = prepared(`
  WITH made AS (
    INSERT INTO payout (${payoutsTable.names})
    SELECT ${payoutsTable.names} FROM jsonb_populate_record(NULL::payout, $1::jsonb)
    RETURNING id, profile_id),
  happened AS (
    SELECT e.id, e.type, e.body, e.payload
    FROM jsonb_to_recordset($2::jsonb) AS e(id uuid, type text, body text, payload jsonb)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT h.id, made.profile_id, h.type, made.id, h.body FROM happened h, made)
  INSERT INTO outbox (event_id, topic, payload, traceparent)
  SELECT o.event_id, o.topic, o.payload, $4::text FROM (
    SELECT gen_random_uuid() AS event_id, 'workflow.start' AS topic, $3::jsonb AS payload, 0 AS place
    UNION ALL SELECT id, 'event.' || type, payload, 1 FROM happened) AS o ORDER BY o.place, o.event_id`);
