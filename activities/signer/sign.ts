import { createHash } from 'node:crypto';
import type { Chain } from '../../db/chain/cursor.ts';
import { type Batches, createBatches } from '../../db/core/batches.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { readPayoutRows } from '../../db/payouts/read.ts';
import type { PayoutSettings } from '../../db/payouts/settings.ts';
import { lockSigning, type Outgoing, storeOutgoing } from '../../db/sending/transactions.ts';
import { coinOf } from '../../domain/assets/assets.ts';
import { formatTrimmed, minOf } from '../../domain/money/money.ts';
import type { FeeBounds } from '../../domain/payouts/fee-bounds.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { judgePayout, type SigningVerdict } from '../../domain/payouts/signing.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import type { PayoutReason } from '../../domain/state/payout-status.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { applyPayoutSteps, type PayoutStep } from '../sending/record.ts';
import { beginExamination, type Examination } from './facts.ts';
import type { Payment, PermanentRefusal, RetryLater, SignedTransaction, SigningFamily, SigningKeys } from './family.ts';

export interface SignerDeps {
  readonly db: Db;
  readonly settings: PayoutSettings;
  readonly nowMs: () => number;
  familyOf(chain: Chain): SigningFamily;
  keysOf(chain: Chain): SigningKeys;
  boundsOf(chain: Chain): FeeBounds;
  /** Called at each step, by name, so that tests can die there. */
  readonly faultPoint?: (name: SigningFaultPoint) => void;
}

export type SigningFaultPoint = 'before_reserve' | 'after_reserve' | 'after_sign' | 'after_store' | 'after_commit';

/** The outcome for each requested payout. */
export interface SigningAnswer {
  /** A transaction of each is stored, now or from an earlier call. */
  readonly signed: readonly string[];
  /** Stay queued, for this reason; worth asking again. */
  readonly deferred: readonly SigningRefusal[];
  /** Nothing to sign: permanently refused, or no longer queued for the signer (`not_queued`). */
  readonly refused: readonly SigningRefusal[];
}

export interface SigningRefusal {
  readonly payoutId: string;
  readonly reason: PayoutReason | 'not_queued';
  /** The explanation by the node or the books, for people; null: nothing but the reason. */
  readonly words: string | null;
}

/** The outcome for one payout, with its state afterwards. */
export interface SigningOutcome extends SigningAnswer {
  readonly watches: ReadonlyMap<string, PayoutSnapshot>;
}

/**
 * Signs one transaction for payouts of one chain. One database transaction locks, checks, reserves, signs, stores and
 * marks, so no signature exists without stored bytes (hazards 46, 47). If it fails, halves are tried. Concurrent
 * requests share the database transaction.
 * @param own true if the payout's own workflow asks and learns the outcome from the answer
 */
export async function signTogether(
  deps: SignerDeps,
  chain: Chain,
  payoutIds: readonly string[],
  own = false,
): Promise<SigningOutcome> {
  const family = deps.familyOf(chain);
  const rows = await readPayoutRows(deps.db, payoutIds);
  const conditions = await unlessUnavailable(() => family.conditions(deps.db, rows.map(paymentOf)));
  const run = (refusal: RetryLater | PermanentRefusal | null) =>
    batchesOf(deps, chain).add({ payoutIds, own, conditions, refusal });
  try {
    const answer = await run(conditions instanceof ChainUnavailableError ? asRetryLater(conditions) : null);
    deps.faultPoint?.('after_commit');
    return answer;
  } catch (error) {
    if (!(error instanceof SigningRefusedError)) throw error;
    const isAboutSome = 'permanentRefusal' in error.refusal || error.refusal.retryLater === 'no_funds';
    if (payoutIds.length === 1 || !isAboutSome) return run(error.refusal);
    const half = Math.ceil(payoutIds.length / 2);
    const first = await signTogether(deps, chain, payoutIds.slice(0, half), own);
    const second = await signTogether(deps, chain, payoutIds.slice(half), own);
    return { ...mergeAnswers([first, second]), watches: new Map([...first.watches, ...second.watches]) };
  }
}

/**
 * One database transaction per chain at a time, which gets its connection last: waiting for the chain's lock with a
 * connection would keep it from others. The next one signs everything that arrives meanwhile.
 */
function batchesOf(deps: SignerDeps, chain: Chain): Batches<Attempt, SigningOutcome> {
  const ofSigner = batchesBySigner.get(deps) ?? new Map<string, Batches<Attempt, SigningOutcome>>();
  batchesBySigner.set(deps, ofSigner);
  const name = `${chain.mode}:${chain.network}`;
  const turn =
    ofSigner.get(name) ??
    createBatches<Attempt, SigningOutcome>({
      run: (attempts) => retrying(() => moneyTransaction(deps.db, (tx) => signAttempts(tx, deps, { chain, attempts }))),
      keysOf: ({ payoutIds }) => payoutIds,
      max: PAYOUTS_AT_ONCE,
      sizeOf: ({ payoutIds }) => payoutIds.length,
    });
  ofSigner.set(name, turn);
  return turn;
}

const batchesBySigner = new WeakMap<SignerDeps, Map<string, Batches<Attempt, SigningOutcome>>>();
/** Payouts that one database transaction signs, about: their rows are locked until its end. */
const PAYOUTS_AT_ONCE = 40;

/** Several answers as one. */
export function mergeAnswers(answers: readonly SigningAnswer[]): SigningAnswer {
  return {
    signed: answers.flatMap(({ signed }) => signed),
    deferred: answers.flatMap(({ deferred }) => deferred),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

/** A payout's requirements for its transaction. */
export function paymentOf(row: PayoutRow): Payment {
  return {
    payoutId: row.id,
    gateId: row.gateId,
    address: row.address,
    addressKey: row.addressKey,
    destinationTag: row.destinationTag === null ? null : BigInt(row.destinationTag),
    netMinor: BigInt(row.netMinor),
  };
}

/**
 * Asks a family for a transaction and checks the result: it pays exactly these payouts, each once (hazard 53), within
 * the configured bounds and the approved ceiling.
 * @throws SigningRefusedError without a signature; the caller rolls back what was reserved
 */
export function signWith(tx: Tx, deps: SignerDeps, work: SigningWork): Promise<SignedTransaction> {
  const { family, payments, conditions, replaces } = work;
  return signWithin(deps, work, (bounds) =>
    family.sign(tx, {
      payments,
      conditions,
      replaces,
      bounds,
      keys: deps.keysOf(work.chain),
      onReserved: () => deps.faultPoint?.('after_reserve'),
      nowMs: deps.nowMs(),
    }),
  );
}

/**
 * {@link signWith} for what pays nobody in place of a payment; null where the family has no such thing.
 * @throws SigningRefusedError without a signature
 */
export async function cancelWith(
  tx: Tx,
  deps: SignerDeps,
  work: SigningWork & { readonly replaces: Outgoing },
): Promise<SignedTransaction | null> {
  const { family, conditions, replaces } = work;
  if (family.cancel === undefined) return null;
  const cancel = family.cancel.bind(family);
  return signWithin(deps, { ...work, payments: [] }, (bounds) =>
    cancel(tx, { conditions, replaces, bounds, keys: deps.keysOf(work.chain) }),
  );
}

async function signWithin(
  deps: SignerDeps,
  { chain, ceilingMinor, payments }: SigningWork,
  sign: (bounds: FeeBounds) => Promise<SignedTransaction | RetryLater | PermanentRefusal>,
): Promise<SignedTransaction> {
  deps.faultPoint?.('before_reserve');
  const bounds = boundedBy(deps.boundsOf(chain), ceilingMinor);
  const signed = await sign(bounds);
  if ('permanentRefusal' in signed) throw new SigningRefusedError(signed);
  if ('retryLater' in signed) throw new SigningRefusedError(describeCeiling(signed, chain, ceilingMinor));
  if (signed.feeMinor > bounds.maxTotalMinor) {
    const words = `The transaction would cost ${formatCoins(chain, signed.feeMinor)}.`;
    throw new SigningRefusedError(describeCeiling({ retryLater: 'fee_too_high', words }, chain, ceilingMinor));
  }
  const paid = signed.lines.map(({ payoutId }) => payoutId).sort();
  const requested = payments.map(({ payoutId }) => payoutId).sort();
  if (signed.spends.length === 0 || paid.join() !== requested.join()) {
    throw new Error(`A transaction of ${chain.network} was signed that does not pay what was asked.`);
  }
  deps.faultPoint?.('after_sign');
  return signed;
}

/** The approved cost of a transaction for these payouts, in the network's coin; null if one of them has no ceiling. */
export function ceilingOf({ seal }: PayoutSettings, rows: readonly PayoutRow[]): bigint | null {
  return rows.reduce<bigint | null>((sum, row) => {
    const ceilingMinor = seal.feeCeilingOf(row);
    return sum === null || ceilingMinor === null ? null : sum + ceilingMinor;
  }, 0n);
}

function boundedBy(bounds: FeeBounds, ceilingMinor: bigint | null): FeeBounds {
  if (ceilingMinor === null) return bounds;
  return { ...bounds, maxTotalMinor: minOf(bounds.maxTotalMinor, ceilingMinor) };
}

/** Adds the approved cost to a message about the network's present cost. */
function describeCeiling(refusal: RetryLater, chain: Chain, ceilingMinor: bigint | null): RetryLater {
  if (refusal.retryLater !== 'fee_too_high' || ceilingMinor === null) return refusal;
  return { ...refusal, words: `${refusal.words} At most ${formatCoins(chain, ceilingMinor)} was approved.` };
}

function formatCoins({ network }: Chain, minor: bigint): string {
  const { decimals, ticker } = coinOf(network);
  return `${formatTrimmed(minor, decimals)} ${ticker}`;
}

export interface SigningWork {
  readonly chain: Chain;
  readonly family: SigningFamily;
  readonly payments: readonly Payment[];
  /** {@link ceilingOf} its payouts. */
  readonly ceilingMinor: bigint | null;
  readonly conditions: unknown;
  readonly replaces: Outgoing | null;
}

/** Thrown to roll back: the family reserved something and could not sign. */
export class SigningRefusedError extends Error {
  override readonly name = 'SigningRefusedError';
  readonly refusal: RetryLater | PermanentRefusal;
  constructor(refusal: RetryLater | PermanentRefusal) {
    super(refusal.words);
    this.refusal = refusal;
  }
}

/** The answer, or why the node gave none. */
export async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | ChainUnavailableError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error;
    throw error;
  }
}

interface Attempt {
  readonly payoutIds: readonly string[];
  readonly own: boolean;
  readonly conditions: unknown;
  /** A known obstacle to signing anything on this chain. */
  readonly refusal: RetryLater | PermanentRefusal | null;
}

async function signAttempts(
  tx: Tx,
  deps: SignerDeps,
  { chain, attempts }: { readonly chain: Chain; readonly attempts: readonly Attempt[] },
): Promise<SigningOutcome[]> {
  // One signature at a time per chain: sums, coins and numbers are what they were when they were read.
  await lockSigning(tx, chain);
  const payoutIds = attempts.flatMap((attempt) => attempt.payoutIds);
  const examination = await beginExamination(tx, deps.settings, { chain, payoutIds, nowMs: deps.nowMs() });
  const judged: Judged[] = [];
  for (const attempt of attempts) {
    const beside = judged.flatMap(({ toSign: open }) => open);
    judged.push(await judgeAttempt(deps, examination, { attempt, beside }));
  }
  const family = deps.familyOf(chain);
  const steps = judged.flatMap((each) => each.steps);
  for (const { attempt, toSign: open } of judged) {
    if (open.length === 0) continue;
    const ceilingMinor = ceilingOf(deps.settings, open);
    const payments = open.map(paymentOf);
    const work = { chain, family, payments, ceilingMinor, conditions: attempt.conditions, replaces: null };
    const transaction = await signWith(tx, deps, work);
    const nowMs = deps.nowMs();
    await storeOutgoing(tx, { ...transaction, chain, replaces: null, nowMs });
    const cause = `signed:${transaction.txid}`;
    const event = { type: 'signed' } as const;
    steps.push(
      ...open.map((row) => ({ id: row.id, event, cause, nowMs, byWorkflow: workflowAlreadyKnows(attempt, row) })),
    );
  }
  const watches = await applyPayoutSteps(tx, steps);
  deps.faultPoint?.('after_store');
  return judged.map(({ rows, toSign: open, answer }) => ({
    ...answer,
    signed: [...answer.signed, ...open.map(({ id }) => id)],
    watches: new Map(rows.map((row) => [row.id, watches.get(row.id) ?? payoutSnapshotOf(row)])),
  }));
}

interface Judged {
  readonly attempt: Attempt;
  readonly rows: readonly PayoutRow[];
  /** Those that are signed now. */
  readonly toSign: readonly PayoutRow[];
  readonly answer: SigningAnswer;
  /** The answer for all others. */
  readonly steps: readonly PayoutStep[];
}

async function judgeAttempt(
  deps: SignerDeps,
  { candidate }: Examination,
  { attempt, beside }: { readonly attempt: Attempt; readonly beside: readonly PayoutRow[] },
): Promise<Judged> {
  const rows: PayoutRow[] = [];
  const open: PayoutRow[] = [];
  const signed: string[] = [];
  const deferred: SigningRefusal[] = [];
  const refused: SigningRefusal[] = [];
  const steps: PayoutStep[] = [];
  for (const payoutId of attempt.payoutIds.toSorted()) {
    const { row, facts } = await candidate(payoutId, [...beside, ...open]);
    rows.push(row);
    const verdict = withRefusal(judgePayout(facts), attempt.refusal);
    if (verdict.kind === 'signed') signed.push(payoutId);
    else if (verdict.kind === 'sign') open.push(row);
    else if (verdict.kind === 'not_queued') refused.push({ payoutId, reason: 'not_queued', words: null });
    else {
      const { reason, words } = verdict;
      (verdict.kind === 'permanent_refusal' ? refused : deferred).push({ payoutId, reason, words });
      // The workflow alone learns of a hold by staff: the row is the merchant's to read, and its version too.
      if (reason === 'operation_suspended') continue;
      const event = { type: verdict.kind === 'permanent_refusal' ? 'refuse' : 'defer', reason, words } as const;
      // Asked again while nothing has changed, it is the same step.
      const cause = `${event.type}:${reason}:${row.version}${words === null ? '' : `:${shortHash(words)}`}`;
      steps.push({ id: payoutId, event, cause, nowMs: deps.nowMs(), byWorkflow: workflowAlreadyKnows(attempt, row) });
    }
  }
  return { attempt, rows, toSign: open, answer: { signed, deferred, refused }, steps };
}

/** Only the payout's own workflow requests its signature and learns from the answer, so it needs no signal. */
function workflowAlreadyKnows({ own }: Attempt, { massPayoutId }: PayoutRow): boolean {
  return own || massPayoutId === null;
}

type WithMessage<Verdict> = Verdict extends { readonly reason: PayoutReason }
  ? Verdict & { readonly words: string | null }
  : Verdict;

/** A payout that the rules let pass may be refused by the node, or for want of coins; that has words. */
function withRefusal(
  verdict: SigningVerdict,
  refusal: RetryLater | PermanentRefusal | null,
): WithMessage<SigningVerdict> {
  if ('reason' in verdict) return { ...verdict, words: null };
  if (verdict.kind !== 'sign' || refusal === null) return verdict;
  const { words } = refusal;
  return 'permanentRefusal' in refusal
    ? { kind: 'permanent_refusal', reason: refusal.permanentRefusal, words }
    : { kind: 'retry_later', reason: refusal.retryLater, words };
}

function shortHash(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}

function asRetryLater(error: ChainUnavailableError): RetryLater {
  return { retryLater: 'network_unavailable', words: error.message };
}
