import type { InvoiceRow } from '../../domain/invoices/record.ts';
import { isCreditMove } from '../../domain/state/credit-change.ts';
import { afterWithdrawal, type InvoiceOutcome, nextInvoice, snapshotOf } from '../../domain/state/invoice.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import { type InvoiceStatus, RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { saveCredits } from '../chain/credits.ts';
import { conversionsTable } from '../conversions/rows.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { applyStep, applySteps, type StepAnswer } from '../process/apply.ts';
import { type Decided, defineProcess, hasEffect, type StepOf } from '../process/define.ts';
import { moment } from '../process/reactions.ts';
import { workflowSignal } from '../process/workflow-run.ts';
import { isDemo } from '../shops/demo-shop.ts';
import { toFacts, toRecord } from './facts.ts';
import { postInvoiceEffects } from './ledger.ts';
import { bringsOtherCoin, otherCoinMail, withCredits } from './other-coin.ts';
import { invoiceEvent, invoiceRun, otherPaymentEvent } from './publish.ts';
import { lockInvoices } from './read.ts';
import { type InvoiceParts, invoicesTable } from './rows.ts';

export interface InvoiceKind {
  readonly row: InvoiceRow;
  readonly facts: InvoiceParts;
  readonly event: InvoiceEvent;
  readonly outcome: InvoiceOutcome;
  readonly answer: InvoiceAnswer;
}

export interface InvoiceAnswer {
  /** False when nothing changed. */
  readonly changed: boolean;
  readonly watch: InvoiceSnapshot;
}

export type InvoiceStep = StepOf<InvoiceKind>;

/** The money of an invoice with an open refund is gone; the refund's hold is part of what is taken. */
export const voidRefund = moment<{ readonly id: string; readonly nowMs: number }>('invoice.void_refund');

const RESTING = [...RESTING_STATUSES, 'refund_requested'].map((status) => `'${status}'`).join(', ');

const INVOICE_CHANGED = 'invoiceChanged';

/** Only here do the rules settle; a late payment settles by itself only if the merchant wants that. */
const SETTLING = `(t.status IN ('confirming', 'processing') OR (t.status = 'expired_paid' AND t.autocomplete))`;

/** The life of an invoice. */
export const invoiceProcess = defineProcess<InvoiceKind>({
  name: 'invoice',
  table: invoicesTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'statusBefore',
    'reasonBefore',
    'settledBeforeMinor',
    'referenceLive',
    'gateId',
    'gateLocked',
    'amountDueMinor',
    'networkFeeMinor',
    'conversionFeeMinor',
    'totalMinor',
    'amountPaidMinor',
    'amountConfirmedMinor',
    'amountSettledMinor',
    'amountRefundedMinor',
    'excessKeptMinor',
    'amountOwedMinor',
    'conversion',
    'convertingMinor',
    'complianceHold',
    'needsOperator',
    'expiryDecidedAt',
    'completedAt',
    'canceledAt',
  ],
  makes: conversionsTable,
  lock: lockInvoices,
  decide: (parts, { event, nowMs }) => nextInvoice(toFacts(parts), event, nowMs),
  after,
  effects: {
    void_refund: { first: voidRefund, revise: (outcome, parts) => afterWithdrawal(outcome, toFacts(parts)) },
    credit: book,
    reverse: book,
    settle: book,
    unsettle: book,
    cover: book,
    uncover: book,
    convert: book,
    unconvert: book,
    make_conversions: book,
    keep_coins: book,
    freeze: book,
    unfreeze: book,
    alert: alertOperators,
    resolve_alert: alertOperators,
    publish: 'row',
    signal: 'row',
  },
  event: (parts, nowMs) => invoiceEvent(toRecord(parts), nowMs),
  publishes: ({ outcome }) => hasEffect(outcome, 'publish'),
  moreEvents: ({ before, outcome, after: row, step }) =>
    bringsOtherCoin(outcome)
      ? [otherPaymentEvent(toRecord(withCredits({ ...before, row }, outcome.effects)), step.nowMs)]
      : [],
  // The decision has the snapshot already.
  signal: ({ before, outcome, after: row, step }) => {
    if (!hasEffect(outcome, 'signal') || endsAtDeadline(step.event, row.status)) return null;
    const { snapshot: watch } = outcome;
    return workflowSignal(invoiceRun(toRecord({ ...before, row }), watch), INVOICE_CHANGED, { watch });
  },
  workflow: {
    neededWhen: `t.status NOT IN (${RESTING})`,
    workflowId: `'invoice:' || t.id`,
    due: {
      when: `${SETTLING} AND t.amount_confirmed_minor > t.amount_settled_minor`,
      isDue: (parts, nowMs) => snapshotOf(toFacts(parts), nowMs).ready,
    },
    signal: INVOICE_CHANGED,
    run: (parts, nowMs) => invoiceRun(toRecord(parts), snapshotOf(toFacts(parts), nowMs)),
  },
  live: ({ id, profileId: profile, status, version }) => ({ invoice: id, profile, status, version }),
  answer: ({ outcome: { changed, snapshot } }) => ({ changed, watch: snapshot }),
});

/** Its workflow looks at the row after the deadline anyway, and then has nothing to do but to end. */
function endsAtDeadline({ type }: InvoiceEvent, status: InvoiceStatus): boolean {
  return type === 'deadline' && RESTING_STATUSES.has(status);
}

/**
 * Applies one event to an invoice in the caller's transaction; a null cause where the invoice decides by its payments'
 * current state.
 * @throws DomainError `not_found`, or the 409 code of an event that the status refuses
 */
export function applyInvoiceEvent(tx: Tx, step: InvoiceStep): Promise<InvoiceAnswer> {
  return applyStep(tx, invoiceProcess, step);
}

/** The same for many invoices, with the same number of statements. A refusal is the answer of its step. */
export function applyInvoiceEvents(tx: Tx, steps: readonly InvoiceStep[]): Promise<StepAnswer<InvoiceAnswer>[]> {
  return applySteps(tx, invoiceProcess, steps);
}

/**
 * Posts to the ledger, converts what is settled, stores which payments are credited, and tells payers of money in
 * another coin.
 */
async function book(tx: Tx, decided: readonly Decided<InvoiceKind>[]) {
  const booked = await postInvoiceEffects(
    tx,
    decided.map(({ before: { row, quotes }, outcome: { effects, state }, stepKey, step: { nowMs } }) => {
      const { id: invoiceId, merchantId, profileId, mode, currency, amountOwedMinor: owedMinor } = row;
      const { conversion, convertingMinor } = row;
      const quote = quotes.find(({ id }) => id === state.quoteId) ?? null;
      const books = {
        invoiceId,
        merchantId,
        profileId,
        mode,
        currency,
        owedMinor,
        conversion,
        convertingMinor,
        quote,
        reason: state.statusReason,
        wasTakenBack: row.settledBeforeMinor > 0n,
      };
      return { books, effects, stepKey, nowMs };
    }),
  );
  await saveCredits(
    tx,
    decided.flatMap(({ outcome: { effects } }) => effects.filter(isCreditMove)),
  );
  await enqueue(
    tx,
    decided.flatMap(({ before: { row }, outcome }) => otherCoinMail(row.id, outcome)),
  );
  return booked;
}

/** A demo raises none: any visitor of the site could wake them. */
async function alertOperators(tx: Tx, decided: readonly Decided<InvoiceKind>[]): Promise<undefined> {
  for (const { before, outcome } of decided) {
    const subject = `invoice:${before.row.id}`;
    for (const effect of outcome.effects) {
      if (effect.type === 'alert' && !(await isDemo(tx, before.row))) {
        await raiseAlert(tx, { kind: effect.kind, subject, message: effect.message });
      }
      if (effect.type === 'resolve_alert') await resolveAlert(tx, { kind: effect.kind, subject });
    }
  }
}

/** The row after the decision; another quote brings its own total, because it includes the network's fee. */
function after({ before: { row, quotes }, outcome: { state }, step: { nowMs } }: Decided<InvoiceKind>): InvoiceRow {
  const { before, quoteId, expiryDecided, completedAtMs, canceledAtMs, ...columns } = state;
  const quote = quotes.find(({ id }) => id === quoteId) ?? row;
  return {
    ...row,
    ...columns,
    statusBefore: before?.status ?? null,
    reasonBefore: before?.reason ?? null,
    settledBeforeMinor: before?.settledMinor ?? 0n,
    networkFeeMinor: quote.networkFeeMinor,
    conversionFeeMinor: quote.conversionFeeMinor,
    totalMinor: quote.totalMinor,
    expiryDecidedAt: expiryDecided ? (row.expiryDecidedAt ?? new Date(nowMs)) : null,
    completedAt: dateOf(completedAtMs),
    canceledAt: dateOf(canceledAtMs),
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
