import { MATURITY_MS } from '../card-orders/earnings.ts';
import { again, lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, firstDue, type Moment, type NextStep } from '../process/waits.ts';
import type { CardOrderReason, CardOrderStatus } from './card-order-status.ts';

/** A workflow's snapshot of its card order: the row at one version, carried by inputs, answers and signals. */
export interface CardOrderSnapshot {
  readonly version: number;
  readonly status: CardOrderStatus;
  readonly reason: CardOrderReason | null;
  readonly needsOperator: boolean;
  readonly txid: string | null;
  /** The partner has an order. */
  readonly isPlaced: boolean;
  readonly knowsAmounts: boolean;
  readonly isMatured: boolean;
  /** When it was placed, paid, sent, delivered or closed: deadlines count from there. */
  readonly stageAtMs: number;
  /** Somebody had news then, and the partner was not asked since. */
  readonly checkAtMs: number | null;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface CardOrderWaits {
  /** How often the partner or the chain is asked: in the first quarter of an hour, in the first hours, and later. */
  readonly soonMs: number;
  readonly laterMs: number;
  readonly lateMs: number;
  /** How long until an unpaid order counts as expired, and until an operator is asked about others. */
  readonly unpaidMs: number;
  readonly processingMs: number;
  readonly sendingMs: number;
  /** How long after its end an order is watched, because it can become active again. */
  readonly endedMs: number;
  /** How often the partner is asked whether a delivered order was charged back. */
  readonly chargebackMs: number;
  readonly maturityMs: number;
  /** How often operators are reminded. */
  readonly reminderMs: number;
}

const HOUR_MS = 3_600_000;

export const CARD_ORDER_WAITS: CardOrderWaits = {
  soonMs: 15_000,
  laterMs: 120_000,
  lateMs: HOUR_MS,
  unpaidMs: 7 * 24 * HOUR_MS,
  processingMs: 72 * HOUR_MS,
  sendingMs: 24 * HOUR_MS,
  endedMs: 7 * 24 * HOUR_MS,
  chargebackMs: 24 * HOUR_MS,
  maturityMs: MATURITY_MS,
  reminderMs: 24 * HOUR_MS,
};

/** Requests of the workflow to an activity. */
export type CardOrderAct = 'place' | 'read' | 'check' | 'overdue' | 'mature' | 'remind';

/** Clocks of acts that do not count as tries. */
export interface CardOrderNotes {
  readonly readAtMs: number;
  readonly remindedAtMs: number;
}

const FOLLOWED: ReadonlySet<CardOrderStatus> = new Set(['placing', 'identity', 'payment', 'processing', 'sending']);
const MAY_REOPEN: ReadonlySet<CardOrderStatus> = new Set(['declined', 'rejected', 'expired', 'canceled']);

type At = Moment<CardOrderSnapshot> & { readonly notes: Partial<CardOrderNotes>; readonly waits: CardOrderWaits };

/** Whether something is left to wait for. `db/card-orders/process.ts` says the same in SQL. */
export function needsCardOrderWorkflow(snapshot: CardOrderSnapshot, waits: CardOrderWaits, nowMs: number): boolean {
  const { status, needsOperator, checkAtMs, isMatured, isPlaced, stageAtMs } = snapshot;
  if (FOLLOWED.has(status) || needsOperator || checkAtMs !== null) return true;
  if (status === 'delivered') return !isMatured;
  return MAY_REOPEN.has(status) && isPlaced && nowMs < stageAtMs + waits.endedMs;
}

/** Decides the next step of a card order's workflow. Pure; every wait has an end and says what it waits for. */
export function nextCardOrderStep(at: At, nowMs: number): NextStep<CardOrderAct> {
  const { snapshot, waits } = at;
  const { status, needsOperator, isPlaced } = snapshot;
  if (!needsCardOrderWorkflow(snapshot, waits, nowMs)) {
    return { kind: 'end', message: `Nothing to do while it is ${status}.` };
  }
  if (!isPlaced) return unplacedStep(at, nowMs);
  if (snapshot.checkAtMs !== null) return lookStep(at, nowMs, snapshot.checkAtMs);
  if (needsOperator) {
    const message = 'An operator has to decide. The partner and the chain are asked meanwhile.';
    return firstDue(nowMs, message, [reading(at), ...checking(at, nowMs), reminding(at)]);
  }
  return followStep(at, nowMs);
}

/** Pauses grow up to 16 seconds: the customer waits on the page, and the partner takes the order for minutes only. */
const MOST_PLACING_TRIES = 5;

/** It is being made at the partner, or was not made, and somebody says that it was. */
function unplacedStep(at: At, nowMs: number): NextStep<CardOrderAct> {
  const { snapshot, waits } = at;
  if (snapshot.needsOperator) {
    const message = 'The partner has several orders of this one. Waiting for an operator.';
    return actWhenDue({ untilMs: lastTriedMs(at) + waits.reminderMs, act: 'remind', message }, nowMs);
  }
  const tries = Math.min(at.tries, MOST_PLACING_TRIES);
  return again({ ...at, tries }, nowMs, { act: 'place', message: 'Making the order at the partner.' });
}

/** News are fetched at once, and again soon if the partner did not answer. */
function lookStep({ notes, waits }: At, nowMs: number, checkAtMs: number): NextStep<CardOrderAct> {
  const readAtMs = notes.readAtMs ?? 0;
  const untilMs = readAtMs < checkAtMs ? nowMs : readAtMs + waits.soonMs;
  return actWhenDue({ untilMs, act: 'read', message: 'Getting news from the partner.' }, nowMs);
}

function followStep(at: At, nowMs: number): NextStep<CardOrderAct> {
  const { snapshot, waits } = at;
  const { status, stageAtMs } = snapshot;
  switch (status) {
    case 'identity':
    case 'payment': {
      const message = status === 'identity' ? 'Waiting for the identity check.' : 'Waiting for the payment.';
      return firstDue(nowMs, message, [[stageAtMs + waits.unpaidMs, 'overdue'], polling(at, nowMs)]);
    }
    case 'processing':
      return firstDue(nowMs, 'Waiting for the partner to send the coins.', [
        [stageAtMs + waits.processingMs, 'overdue'],
        polling(at, nowMs),
      ]);
    case 'sending':
      return firstDue(nowMs, 'Looking for the coins on the chain.', [
        [stageAtMs + waits.sendingMs, 'overdue'],
        ...checking(at, nowMs),
        snapshot.txid === null ? polling(at, nowMs) : reading(at),
      ]);
    case 'delivered':
      return firstDue(nowMs, 'Delivered. Waiting for its earnings to become available.', [
        [stageAtMs + waits.maturityMs, 'mature'],
        [(at.notes.readAtMs ?? at.sinceMs) + waits.chargebackMs, 'read'],
      ]);
    default:
      return firstDue(nowMs, `It is ${status}, and may become active again.`, [
        [(at.notes.readAtMs ?? at.sinceMs) + waits.lateMs, 'read'],
      ]);
  }
}

type DueAct = readonly [untilMs: number, act: CardOrderAct];

/** Often while somebody watches, then less and less; at once while the amounts of the order are unknown. */
function polling(at: At, nowMs: number): DueAct {
  const { notes, sinceMs, snapshot } = at;
  if (notes.readAtMs === undefined) return [snapshot.knowsAmounts ? sinceMs + pause(at, nowMs) : nowMs, 'read'];
  return [notes.readAtMs + pause(at, nowMs), 'read'];
}

function reading({ notes, sinceMs, waits }: At): DueAct {
  return [(notes.readAtMs ?? sinceMs) + waits.laterMs, 'read'];
}

function reminding({ notes, sinceMs, waits }: At): DueAct {
  return [(notes.remindedAtMs ?? sinceMs) + waits.reminderMs, 'remind'];
}

/** The chain is asked at once, then in the same rhythm as the partner. */
function checking(at: At, nowMs: number): readonly DueAct[] {
  const { snapshot, tries } = at;
  if (snapshot.status !== 'sending' || snapshot.txid === null) return [];
  return [[tries === 0 ? nowMs : lastTriedMs(at) + pause(at, nowMs), 'check']];
}

function pause({ sinceMs, waits, snapshot }: At, nowMs: number): number {
  if (snapshot.needsOperator) return waits.lateMs;
  const ageMs = nowMs - sinceMs;
  if (ageMs < HOUR_MS / 4) return waits.soonMs;
  return ageMs < 3 * HOUR_MS ? waits.laterMs : waits.lateMs;
}
