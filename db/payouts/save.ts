import type { PayoutOutcome } from '../../domain/state/payout.ts';
import { raiseAlert, resolveAlert } from '../alerts.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import { wakeRelay } from '../outbox.ts';
import { dbOf, onCommit, type Tx } from '../sequelize.ts';
import { json, one, prepared } from '../sql.ts';
import type { ApplyPayoutEvent } from './apply.ts';
import { endHolds } from './holds.ts';
import { hasWorkflow, isToldAlone } from './lines.ts';
import { liveMessageOf, payoutEvent, workflowSignal } from './publish.ts';
import { returnPaidOut } from './returns.ts';
import type { PayoutRow } from './rows.ts';

/** A decision about a locked payout. */
export interface SavePayout {
  readonly row: PayoutRow;
  readonly outcome: PayoutOutcome;
  readonly step: ApplyPayoutEvent;
}

/** A decision that changed the payout, and the row as it is after it. */
export interface SavedPayout extends SavePayout {
  readonly after: PayoutRow;
}

/**
 * Writes decisions in the caller's transaction: the ledger first, then rows, events and outbox in one statement.
 * @returns those that changed something
 */
export async function savePayouts(tx: Tx, saves: readonly SavePayout[]): Promise<SavedPayout[]> {
  const changed = saves.filter(({ outcome }) => outcome.changed).map((save) => ({ ...save, after: rowAfter(save) }));
  if (changed.length > 0) await saveChanged(tx, changed);
  return changed;
}

async function saveChanged(tx: Tx, saved: readonly SavedPayout[]): Promise<void> {
  const ended = saved.flatMap(({ row, outcome }) =>
    outcome.effects.flatMap((effect) => (effect.type === 'end_hold' ? [{ payout: row, outcome: effect.outcome }] : [])),
  );
  await endHolds(
    tx,
    ended.flatMap(({ payout, outcome }) => (outcome === 'return' ? [] : [{ payout, outcome }])),
  );
  for (const { payout, outcome } of ended) {
    if (outcome === 'return') await returnPaidOut(tx, payout);
  }
  const messages = [...saved.flatMap(eventsOf), ...saved.flatMap(signalsOf)];
  const { updated } = await one<{ updated: string }>(tx, saveSql, [
    json(saved.map(({ row, after }) => changedColumns(after, row.version))),
    json(messages),
  ]);
  if (Number(updated) !== saved.length) throw new Error('A payout changed since it was read.');
  if (messages.length > 0) onCommit(tx, () => wakeRelay(dbOf(tx)));
  for (const { after, outcome } of saved) {
    await tellOperators(tx, after, outcome);
    notifyLiveAfterCommit(tx, liveMessageOf(after));
  }
}

/** Of lines of mass payouts only what nobody else tells. */
function eventsOf({ after, outcome, step }: SavedPayout) {
  if (!outcome.effects.some(({ type }) => type === 'publish') || !isToldAlone(after)) return [];
  const { id, type, body, payload } = payoutEvent(after, step.nowMs);
  const { profile_id, id: entity_id } = after;
  return [{ event_id: id, topic: `event.${type}`, payload, told: { profile_id, type, entity_id, body } }];
}

/** The workflow is not signalled what it has just done itself. */
function signalsOf({ row, after, step }: SavedPayout) {
  const told = step.byWorkflow !== true && hasWorkflow({ before: row, after, event: step.event.type });
  if (!told) return [];
  const { eventId: event_id, topic, payload } = workflowSignal(after);
  return [{ event_id, topic, payload, told: null }];
}

/** The row as a decision leaves it. */
export function rowAfter({ row, outcome: { state, effects }, step: { event, nowMs } }: SavePayout): PayoutRow {
  const approval = effects.find((effect) => effect.type === 'approve');
  const ended = effects.find((effect) => effect.type === 'end_hold');
  const now = new Date(nowMs);
  return {
    ...row,
    version: state.version,
    status: state.status,
    status_reason: state.reason,
    status_words: state.words,
    needs_operator: state.needsOperator,
    hold: ended === undefined ? row.hold : ended.outcome === 'post' ? 'posted' : 'voided',
    ...(approval === undefined
      ? {}
      : {
          approved_by_kind: approval.by.kind,
          approved_by: approval.by.id,
          approval_mac: approval.mac,
          approved_at: now,
        }),
    signed_at: event.type === 'signed' ? (row.signed_at ?? now) : row.signed_at,
    completed_at: state.status === 'done' ? (row.completed_at ?? now) : null,
    canceled_at: state.status === 'canceled' ? (row.canceled_at ?? now) : null,
  };
}

function changedColumns(after: PayoutRow, versionBefore: number) {
  return {
    id: after.id,
    version_before: versionBefore,
    version: after.version,
    status: after.status,
    status_reason: after.status_reason,
    status_words: after.status_words,
    needs_operator: after.needs_operator,
    hold: after.hold,
    approved_by_kind: after.approved_by_kind,
    approved_by: after.approved_by,
    approval_mac: after.approval_mac,
    approved_at: after.approved_at,
    signed_at: after.signed_at,
    completed_at: after.completed_at,
    canceled_at: after.canceled_at,
  };
}

async function tellOperators(tx: Tx, row: PayoutRow, { effects }: PayoutOutcome): Promise<void> {
  const alert = { kind: 'payout_needs_operator', subject: `${row.kind}:${row.id}` };
  for (const effect of effects) {
    if (effect.type === 'alert') await raiseAlert(tx, { ...alert, message: effect.message });
    if (effect.type === 'resolve_alert') await resolveAlert(tx, alert);
  }
}

// $1 payouts, $2 messages that leave, those to the world with their event.
const saveSql = prepared(`
  WITH updated AS (
    UPDATE payout p SET version = c.version, status = c.status, status_reason = c.status_reason, status_words = c.status_words, needs_operator = c.needs_operator,
      hold = c.hold, approved_by_kind = c.approved_by_kind, approved_by = c.approved_by, approval_mac = c.approval_mac,
      approved_at = c.approved_at, signed_at = c.signed_at, completed_at = c.completed_at, canceled_at = c.canceled_at, updated_at = now()
    FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, version_before int, version int, status text, status_reason text, status_words text, needs_operator boolean,
      hold text, approved_by_kind text, approved_by text, approval_mac text, approved_at timestamptz, signed_at timestamptz,
      completed_at timestamptz, canceled_at timestamptz)
    WHERE p.id = c.id AND p.version = c.version_before
    RETURNING p.id),
  message AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (event_id uuid, topic text, payload jsonb, told jsonb)) WITH ORDINALITY
      AS m(event_id, topic, payload, told, place)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT m.event_id, e.profile_id, e.type, e.entity_id, e.body
    FROM message m, jsonb_to_record(m.told) AS e(profile_id uuid, type text, entity_id uuid, body text)
    WHERE m.told IS NOT NULL),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload) SELECT event_id, topic, payload FROM message ORDER BY place)
  SELECT count(*) AS updated FROM updated`);
