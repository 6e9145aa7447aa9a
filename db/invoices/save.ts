import { newId } from '../../domain/ids.ts';
import type { InvoiceOutcome, InvoiceState } from '../../domain/state/invoice.ts';
import { raiseAlert, resolveAlert } from '../alerts.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import { wakeRelay } from '../outbox.ts';
import { dbOf, onCommit, type Tx } from '../sequelize.ts';
import { execute, json, prepared } from '../sql.ts';
import { assertVersionHeld } from '../transition.ts';
import type { InvoiceStepResult } from './apply.ts';
import { postInvoiceEffects } from './ledger.ts';
import { invoiceEvent, invoiceWorkflow } from './publish.ts';
import { type InvoiceParts, type InvoiceRow, toRecord } from './rows.ts';

/** Writes a decision: ledger, row, event and outbox rows, all in the caller's transaction. */
export async function saveInvoice(
  tx: Tx,
  { loaded, outcome, stepKey, nowMs, byWorkflow }: SaveInvoice,
): Promise<InvoiceStepResult> {
  const { watch } = outcome;
  if (!outcome.changed) return { changed: false, watch };
  const { row } = loaded;
  const owedMinor = await postInvoiceEffects(
    tx,
    {
      invoiceId: row.id,
      merchantId: row.merchant_id,
      mode: row.mode,
      owedMinor: BigInt(row.amount_owed_minor),
      refundedMinor: BigInt(row.amount_refunded_minor),
    },
    { effects: outcome.effects, stepKey },
  );
  const after = rowAfter({ loaded, state: outcome.state, owedMinor, nowMs });
  await updateRow(tx, row.version, after);
  await announce(tx, { loaded: { ...loaded, row: after }, outcome, nowMs, byWorkflow });
  await alertOperators(tx, after, outcome);
  notifyLiveAfterCommit(tx, { invoice: row.id, profile: row.profile_id, status: after.status, version: after.version });
  return { changed: true, watch };
}

export interface SaveInvoice {
  readonly loaded: InvoiceParts;
  readonly outcome: InvoiceOutcome;
  readonly stepKey: string;
  readonly nowMs: number;
  readonly byWorkflow: boolean;
}

interface RowAfter {
  readonly loaded: InvoiceParts;
  readonly state: InvoiceState;
  readonly owedMinor: bigint;
  readonly nowMs: number;
}

/** The row as the decision wants it; another quote brings its own total, for the network's fee is in it. */
function rowAfter({ loaded: { row, quotes }, state, owedMinor, nowMs }: RowAfter): InvoiceRow {
  const quote = quotes.find((each) => each.id === state.quoteId);
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    ...row,
    version: state.version,
    status: state.status,
    status_reason: state.reason,
    status_before: state.before,
    reference_live: state.referenceLive,
    gate_id: state.gateId,
    gate_locked: state.gateLocked,
    amount_due_minor: state.askedMinor?.toString() ?? null,
    network_fee_minor: quote?.network_fee_minor ?? row.network_fee_minor,
    total_minor: quote?.total_minor ?? row.total_minor,
    amount_paid_minor: state.paidMinor.toString(),
    amount_confirmed_minor: state.confirmedMinor.toString(),
    amount_settled_minor: state.settledMinor.toString(),
    amount_refunded_minor: state.refundedMinor.toString(),
    excess_kept_minor: state.excessKeptMinor.toString(),
    amount_owed_minor: owedMinor.toString(),
    compliance_hold: state.complianceHold,
    needs_operator: state.needsOperator,
    expiry_decided_at: state.expiryDecided ? (row.expiry_decided_at ?? new Date(nowMs)) : null,
    completed_at: dateOf(state.completedAtMs),
    canceled_at: dateOf(state.canceledAtMs),
  };
}

async function updateRow(tx: Tx, versionBefore: number, after: InvoiceRow): Promise<void> {
  const written = await execute(tx, updateSql, [
    after.id,
    versionBefore,
    after.version,
    after.status,
    after.status_reason,
    after.status_before,
    after.reference_live,
    after.gate_id,
    after.gate_locked,
    after.amount_due_minor,
    after.network_fee_minor,
    after.total_minor,
    after.amount_paid_minor,
    after.amount_confirmed_minor,
    after.amount_settled_minor,
    after.amount_refunded_minor,
    after.excess_kept_minor,
    after.amount_owed_minor,
    after.compliance_hold,
    after.needs_operator,
    after.expiry_decided_at,
    after.completed_at,
    after.canceled_at,
  ]);
  assertVersionHeld(written, `The invoice ${after.id}`);
}

/** The public event and the workflow's signal, in one statement. */
async function announce(tx: Tx, { loaded, outcome, nowMs, byWorkflow }: Omit<SaveInvoice, 'stepKey'>): Promise<void> {
  const wanted = (type: 'publish' | 'signal') =>
    outcome.effects.some((effect) => effect.type === type) && !(type === 'signal' && byWorkflow);
  if (!wanted('publish') && !wanted('signal')) return;
  const record = toRecord(loaded);
  const event = wanted('publish') ? invoiceEvent(record, nowMs) : null;
  const signal = wanted('signal') ? signalOf(loaded, outcome) : null;
  await execute(tx, announceSql, [
    event?.id ?? null,
    record.profileId,
    event?.type ?? null,
    record.id,
    event?.body ?? null,
    event === null ? null : json(event.payload),
    signal?.eventId ?? null,
    signal === null ? null : json(signal.payload),
  ]);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
}

function signalOf(loaded: InvoiceParts, { watch }: InvoiceOutcome) {
  const eventId = newId();
  const start = invoiceWorkflow(toRecord(loaded), watch);
  return { eventId, payload: { ...start, signalName: 'invoiceChanged', signalArgs: [{ eventId, watch }] } };
}

async function alertOperators(tx: Tx, row: InvoiceRow, outcome: InvoiceOutcome): Promise<void> {
  for (const effect of outcome.effects) {
    if (effect.type === 'alert') {
      await raiseAlert(tx, { kind: effect.kind, subject: `invoice:${row.id}`, message: effect.message });
    }
  }
  if (!row.needs_operator && outcome.effects.some((effect) => effect.type === 'unfreeze')) {
    await resolveAlert(tx, { kind: 'reorganisation', subject: `invoice:${row.id}` });
    await resolveAlert(tx, { kind: 'invoice_needs_operator', subject: `invoice:${row.id}` });
  }
}

const updateSql = prepared(`
  UPDATE invoice SET version = $3, status = $4, status_reason = $5, status_before = $6, reference_live = $7, gate_id = $8,
    gate_locked = $9, amount_due_minor = $10, network_fee_minor = $11, total_minor = $12, amount_paid_minor = $13,
    amount_confirmed_minor = $14, amount_settled_minor = $15, amount_refunded_minor = $16, excess_kept_minor = $17,
    amount_owed_minor = $18, compliance_hold = $19, needs_operator = $20, expiry_decided_at = $21, completed_at = $22,
    canceled_at = $23, updated_at = now()
  WHERE id = $1 AND version = $2`);

const announceSql = prepared(`
  WITH published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::text WHERE $1::uuid IS NOT NULL)
  INSERT INTO outbox (event_id, topic, payload)
  SELECT event_id, topic, payload FROM (VALUES
    ($7::uuid, 'workflow.signal', $8::jsonb), ($1::uuid, 'event.' || $3::text, $6::jsonb)) AS rows(event_id, topic, payload)
  WHERE event_id IS NOT NULL`);
