import { newId } from '../../domain/ids.ts';
import { afterWithdrawal, type InvoiceOutcome, type InvoiceState } from '../../domain/state/invoice.ts';
import { raiseAlert, resolveAlert } from '../alerts.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import { wakeRelay } from '../outbox.ts';
import { react } from '../process/reactions.ts';
import { dbOf, onCommit, type Tx } from '../sequelize.ts';
import { json, one, prepared } from '../sql.ts';
import type { InvoiceStepResult } from './apply.ts';
import { creditsOf, postInvoiceEffects } from './ledger.ts';
import { voidRefund } from './moments.ts';
import { invoiceEvent, invoiceWorkflow } from './publish.ts';
import { lockInvoice } from './read.ts';
import { type InvoiceParts, type InvoiceRow, toFacts, toRecord } from './rows.ts';

export interface SaveInvoice {
  readonly loaded: InvoiceParts;
  readonly outcome: InvoiceOutcome;
  readonly stepKey: string;
  readonly nowMs: number;
  readonly byWorkflow: boolean;
}

/** Writes decisions in the caller's transaction: the ledger first, then rows, events and outbox in one statement. */
export async function saveInvoices(tx: Tx, steps: readonly SaveInvoice[]): Promise<InvoiceStepResult[]> {
  const changed = steps.filter(({ outcome }) => outcome.changed);
  if (changed.length > 0) await saveChanged(tx, changed);
  return steps.map(({ outcome }) => ({ changed: outcome.changed, watch: outcome.watch }));
}

async function saveChanged(tx: Tx, decided: readonly SaveInvoice[]): Promise<void> {
  const steps: SaveInvoice[] = [];
  for (const step of decided) steps.push(await withdrawn(tx, step));
  const owed = await postInvoiceEffects(
    tx,
    steps.map(({ loaded, outcome, stepKey }) => ({ books: booksOf(loaded), effects: outcome.effects, stepKey })),
  );
  const saved = steps.map((step) => ({
    ...step,
    after: rowAfter(step, owed.get(step.loaded.row.id) ?? 0n),
  }));
  const { updated } = await one<{ updated: string }>(tx, saveSql, [
    json(saved.map(({ loaded, after }) => changedColumns(after, loaded.row.version))),
    json(saved.flatMap(({ outcome }) => creditsOf(outcome.effects))),
    json(saved.flatMap(eventsOf)),
    json(saved.flatMap(signalsOf)),
  ]);
  if (Number(updated) !== saved.length) throw new Error('An invoice changed since it was read.');
  onCommit(tx, () => wakeRelay(dbOf(tx)));
  for (const { loaded, after, outcome } of saved) {
    await alertOperators(tx, { loaded, outcome, after });
    const { id, profile_id: profile, status, version } = after;
    if (version === loaded.row.version) continue;
    notifyLiveAfterCommit(tx, { invoice: id, profile, status, version });
  }
}

/** First of all a refund that can be taken back: what it held is among what the reorganisation takes. */
async function withdrawn(tx: Tx, step: SaveInvoice): Promise<SaveInvoice> {
  const { id } = step.loaded.row;
  if (!step.outcome.effects.some(({ type }) => type === 'void_refund')) return step;
  await react(tx, voidRefund, [{ invoiceId: id, nowMs: step.nowMs }]);
  const loaded = await lockInvoice(tx, id);
  return { ...step, loaded, outcome: afterWithdrawal(step.outcome, toFacts(loaded)) };
}

function booksOf({ row }: InvoiceParts) {
  return {
    invoiceId: row.id,
    merchantId: row.merchant_id,
    mode: row.mode,
    owedMinor: BigInt(row.amount_owed_minor),
  };
}

/** The row as the decision wants it; another quote brings its own total, for the network's fee is in it. */
function rowAfter({ loaded: { row, quotes }, outcome: { state }, nowMs }: SaveInvoice, owedMinor: bigint): InvoiceRow {
  const quote = quotes.find((each) => each.id === state.quoteId);
  return {
    ...row,
    version: state.version,
    status: state.status,
    status_reason: state.reason,
    status_before: state.before?.status ?? null,
    reason_before: state.before?.reason ?? null,
    settled_before_minor: (state.before?.settledMinor ?? 0n).toString(),
    reference_live: state.referenceLive,
    gate_id: state.gateId,
    gate_locked: state.gateLocked,
    amount_due_minor: state.askedMinor?.toString() ?? null,
    network_fee_minor: quote?.network_fee_minor ?? row.network_fee_minor,
    total_minor: quote?.total_minor ?? row.total_minor,
    ...amountsOf(state),
    amount_owed_minor: owedMinor.toString(),
    compliance_hold: state.complianceHold,
    needs_operator: state.needsOperator,
    expiry_decided_at: state.expiryDecided ? (row.expiry_decided_at ?? new Date(nowMs)) : null,
    completed_at: dateOf(state.completedAtMs),
    canceled_at: dateOf(state.canceledAtMs),
  };
}

function amountsOf(state: InvoiceState) {
  return {
    amount_paid_minor: state.paidMinor.toString(),
    amount_confirmed_minor: state.confirmedMinor.toString(),
    amount_settled_minor: state.settledMinor.toString(),
    amount_refunded_minor: state.refundedMinor.toString(),
    excess_kept_minor: state.excessKeptMinor.toString(),
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function changedColumns(after: InvoiceRow, versionBefore: number) {
  return {
    id: after.id,
    version_before: versionBefore,
    version: after.version,
    status: after.status,
    status_reason: after.status_reason,
    status_before: after.status_before,
    reason_before: after.reason_before,
    settled_before_minor: after.settled_before_minor,
    reference_live: after.reference_live,
    gate_id: after.gate_id,
    gate_locked: after.gate_locked,
    amount_due_minor: after.amount_due_minor,
    network_fee_minor: after.network_fee_minor,
    total_minor: after.total_minor,
    amount_paid_minor: after.amount_paid_minor,
    amount_confirmed_minor: after.amount_confirmed_minor,
    amount_settled_minor: after.amount_settled_minor,
    amount_refunded_minor: after.amount_refunded_minor,
    excess_kept_minor: after.excess_kept_minor,
    amount_owed_minor: after.amount_owed_minor,
    compliance_hold: after.compliance_hold,
    needs_operator: after.needs_operator,
    expiry_decided_at: after.expiry_decided_at,
    completed_at: after.completed_at,
    canceled_at: after.canceled_at,
  };
}

type Saved = SaveInvoice & { readonly after: InvoiceRow };

function eventsOf({ loaded, outcome, after, nowMs }: Saved) {
  if (!outcome.effects.some(({ type }) => type === 'publish')) return [];
  const { id, type, body, payload } = invoiceEvent(toRecord({ ...loaded, row: after }), nowMs);
  return [{ id, profile_id: after.profile_id, type, entity_id: after.id, body, payload }];
}

/** The workflow is not signalled what it has just done itself. */
function signalsOf({ loaded, outcome, after, byWorkflow }: Saved) {
  if (byWorkflow || !outcome.effects.some(({ type }) => type === 'signal')) return [];
  const eventId = newId();
  const { watch } = outcome;
  const start = invoiceWorkflow(toRecord({ ...loaded, row: after }), watch);
  const payload = { ...start, signalName: 'invoiceChanged', signalArgs: [{ eventId, watch }] };
  return [{ event_id: eventId, topic: 'workflow.signal', payload }];
}

async function alertOperators(
  tx: Tx,
  { loaded, outcome, after }: Pick<Saved, 'loaded' | 'outcome' | 'after'>,
): Promise<void> {
  const subject = `invoice:${after.id}`;
  for (const effect of outcome.effects) {
    if (effect.type === 'alert') await raiseAlert(tx, { kind: effect.kind, subject, message: effect.message });
  }
  if (after.needs_operator) return;
  if (loaded.row.needs_operator) await resolveAlert(tx, { kind: 'invoice_needs_operator', subject });
  if (outcome.effects.some(({ type }) => type === 'unfreeze'))
    await resolveAlert(tx, { kind: 'reorganisation', subject });
}

// $1 invoices, $2 payments whose credit changed, $3 public events, $4 other messages that leave.
const saveSql = prepared(`
  WITH updated AS (
    UPDATE invoice i SET version = c.version, status = c.status, status_reason = c.status_reason, status_before = c.status_before,
      reason_before = c.reason_before, settled_before_minor = c.settled_before_minor,
      reference_live = c.reference_live AND (i.reference_live OR NOT EXISTS (
        SELECT FROM invoice o WHERE o.profile_id = i.profile_id AND o.reference = i.reference AND o.reference_live)),
      gate_id = c.gate_id, gate_locked = c.gate_locked, amount_due_minor = c.amount_due_minor,
      network_fee_minor = c.network_fee_minor, total_minor = c.total_minor, amount_paid_minor = c.amount_paid_minor,
      amount_confirmed_minor = c.amount_confirmed_minor, amount_settled_minor = c.amount_settled_minor,
      amount_refunded_minor = c.amount_refunded_minor, excess_kept_minor = c.excess_kept_minor, amount_owed_minor = c.amount_owed_minor,
      compliance_hold = c.compliance_hold, needs_operator = c.needs_operator, expiry_decided_at = c.expiry_decided_at,
      completed_at = c.completed_at, canceled_at = c.canceled_at, updated_at = now()
    FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, version_before int, version int, status text, status_reason text, status_before text,
      reason_before text, settled_before_minor numeric, reference_live boolean, gate_id text, gate_locked boolean,
      amount_due_minor numeric, network_fee_minor numeric, total_minor numeric,
      amount_paid_minor numeric, amount_confirmed_minor numeric, amount_settled_minor numeric, amount_refunded_minor numeric,
      excess_kept_minor numeric, amount_owed_minor numeric, compliance_hold boolean, needs_operator boolean, expiry_decided_at timestamptz,
      completed_at timestamptz, canceled_at timestamptz)
    WHERE i.id = c.id AND i.version = c.version_before
    RETURNING i.id),
  credited AS (
    UPDATE payment p SET credited = c.credited, credit_count = c.credit_count, credited_to = c.credited_to,
      credited_minor = c.credited_minor, updated_at = now()
    FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, credited boolean, credit_count int, credited_to text, credited_minor numeric) WHERE p.id = c.id),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT id, profile_id, type, entity_id, body
    FROM jsonb_to_recordset($3::jsonb) AS e(id uuid, profile_id uuid, type text, entity_id uuid, body text)),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload)
    SELECT event_id, topic, payload FROM jsonb_to_recordset($4::jsonb) AS m(event_id uuid, topic text, payload jsonb)
    UNION ALL
    SELECT id, 'event.' || type, payload FROM jsonb_to_recordset($3::jsonb) AS e(id uuid, type text, payload jsonb))
  SELECT count(*) AS updated FROM updated`);
