import { nextPayout } from '../../domain/state/payout.ts';
import type { PayoutActor, PayoutEvent } from '../../domain/state/payout-event.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import { wakeRelay } from '../outbox.ts';
import { dbOf, onCommit, type Tx } from '../sequelize.ts';
import { execute, json, prepared } from '../sql.ts';
import { liveMessageOf, payoutEvent, workflowStart } from './publish.ts';
import { type PayoutRow, payoutColumns, toFacts } from './rows.ts';
import { rowAfter } from './save.ts';
import type { PayoutSettings } from './settings.ts';

/** What is asked for, as the rows of payouts and refunds have it in common. */
export type AskedPayout = Omit<
  PayoutRow,
  | 'version'
  | 'status'
  | 'status_reason'
  | 'status_words'
  | 'needs_operator'
  | 'hold'
  | 'fee_raise_minor'
  | 'fee_raise_mac'
  | 'created_by_kind'
  | 'created_by'
  | 'creators'
  | 'approved_by_kind'
  | 'approved_by'
  | 'approval_mac'
  | 'approved_at'
  | 'signed_at'
  | 'created_at'
  | 'completed_at'
  | 'canceled_at'
  | 'mass_payout_id'
  | 'transactions'
>;

export interface BeginPayout {
  readonly asked: AskedPayout;
  readonly by: PayoutActor;
  /** Users who count as the creator besides `by`: {@link readCreators}. */
  readonly creators: readonly string[];
  readonly nowMs: number;
}

/**
 * Writes a payout or refund that is asked for, with an event of each status that it passes at once and the start of its
 * workflow, in one statement: approved where its creator may do that, and in the signer's queue where it has no
 * cool-off to wait for. Its hold is the caller's to take in the same transaction.
 * @returns the row as it is then
 */
export async function beginPayout(tx: Tx, settings: PayoutSettings, begin: BeginPayout): Promise<PayoutRow> {
  const { nowMs } = begin;
  const rows = statusesOf(settings, begin);
  const row = rows.at(-1);
  if (row === undefined) throw new Error('A payout begins somewhere.');
  const events = rows.map((each) => ({ ...payoutEvent(each, nowMs), status: each.status }));
  await execute(tx, insertSql, [json(row), json(events), json(workflowStart(row).payload)]);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
  notifyLiveAfterCommit(tx, liveMessageOf(row));
  return row;
}

/** The row in each status that it has from the beginning, by the same rules as every later step. */
function statusesOf(settings: PayoutSettings, { asked, by, creators, nowMs }: BeginPayout): PayoutRow[] {
  const fresh: PayoutRow = {
    ...asked,
    version: 1,
    status: 'new',
    status_reason: asked.approval_required ? 'awaiting_approval' : null,
    status_words: null,
    needs_operator: false,
    hold: 'open',
    fee_raise_minor: null,
    fee_raise_mac: null,
    created_by_kind: by.kind,
    created_by: by.id,
    creators,
    approved_by_kind: null,
    approved_by: null,
    approval_mac: null,
    approved_at: null,
    signed_at: null,
    created_at: new Date(nowMs),
    completed_at: null,
    canceled_at: null,
    mass_payout_id: null,
    transactions: null,
  };
  if (asked.approval_required) return [fresh];
  const approved = after(fresh, { type: 'approve', by, mac: settings.seal.approve(fresh, by) }, nowMs);
  const coolsOff = asked.not_before !== null && nowMs < asked.not_before.getTime();
  return coolsOff ? [fresh, approved] : [fresh, approved, after(approved, { type: 'enqueue' }, nowMs)];
}

function after(row: PayoutRow, event: PayoutEvent, nowMs: number): PayoutRow {
  const outcome = nextPayout(toFacts(row), event, nowMs);
  return rowAfter({ row, outcome, step: { payoutId: row.id, event, cause: event.type, nowMs } });
}

// $1 the payout, $2 its events, $3 what starts its workflow.
const insertSql = prepared(`
  WITH made AS (
    INSERT INTO payout (${payoutColumns}) SELECT ${payoutColumns} FROM jsonb_populate_record(NULL::payout, $1::jsonb)
    RETURNING id, profile_id),
  happened AS (
    SELECT e.id, e.type, e.body, e.payload FROM jsonb_to_recordset($2::jsonb) AS e(id uuid, type text, body text, payload jsonb)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT h.id, made.profile_id, h.type, made.id, h.body FROM happened h, made)
  INSERT INTO outbox (event_id, topic, payload)
  SELECT o.event_id, o.topic, o.payload FROM (
    SELECT gen_random_uuid() AS event_id, 'workflow.start' AS topic, $3::jsonb AS payload, 0 AS place
    UNION ALL SELECT id, 'event.' || type, payload, 1 FROM happened) AS o ORDER BY o.place, o.event_id`);
