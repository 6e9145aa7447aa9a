import type { Chain } from '../../db/chain/cursor.ts';
import { applyPayoutEvent } from '../../db/payouts/apply.ts';
import { lockSigning, storeOutgoing } from '../../db/payouts/outgoing.ts';
import { readPayoutRows } from '../../db/payouts/read.ts';
import type { PayoutRow } from '../../db/payouts/rows.ts';
import type { PayoutSettings } from '../../db/payouts/settings.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import type { FeeBounds } from '../../domain/payouts/fee-bounds.ts';
import { judgePayout, type SigningVerdict } from '../../domain/payouts/signing.ts';
import type { PayoutReason } from '../../domain/state/payout-status.ts';
import { ChainUnavailable } from '../chain/port.ts';
import { beginExamination } from './facts.ts';
import type { Never, NotNow, Payment, SignedTransaction, SigningFamily, SigningKeys } from './family.ts';

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

/** What became of each payout that was asked for. */
export interface SigningAnswer {
  /** A transaction of each is stored, now or from an earlier call. */
  readonly signed: readonly string[];
  /** Stay queued, for this reason; worth asking again. */
  readonly deferred: readonly SigningRefusal[];
  /** Nothing to sign: refused for good, or not in the signer's hands any more (`not_queued`). */
  readonly refused: readonly SigningRefusal[];
}

export interface SigningRefusal {
  readonly payoutId: string;
  readonly reason: PayoutReason | 'not_queued';
}

/**
 * Signs one transaction for these payouts, all of one chain and no more than the family takes. One database transaction locks, checks, reserves, signs, stores
 * and marks; before its commit nobody could have seen a signature, after it the bytes are kept (hazards 46, 47). Where the whole lot cannot be signed, halves
 * of it are tried, so that one payment does not hold up the others.
 */
export async function signTogether(
  deps: SignerDeps,
  chain: Chain,
  payoutIds: readonly string[],
): Promise<SigningAnswer> {
  const family = deps.familyOf(chain);
  const rows = await readPayoutRows(deps.db, payoutIds);
  const conditions = await unlessUnavailable(() => family.conditions(deps.db, rows.map(paymentOf)));
  const run = (refusal: NotNow | Never | null) =>
    inTurn(deps, chain, () =>
      retrying(() =>
        moneyTransaction(deps.db, (tx) => signIn(tx, deps, { chain, family, payoutIds, conditions, refusal })),
      ),
    );
  try {
    const answer = await run(conditions instanceof ChainUnavailable ? unavailable(conditions) : null);
    deps.faultPoint?.('after_commit');
    return answer;
  } catch (error) {
    if (!(error instanceof Unsigned)) throw error;
    const isAboutSome = 'never' in error.refusal || error.refusal.notNow === 'no_funds';
    if (payoutIds.length === 1 || !isAboutSome) return run(error.refusal);
    const half = Math.ceil(payoutIds.length / 2);
    const first = await signTogether(deps, chain, payoutIds.slice(0, half));
    return joined([first, await signTogether(deps, chain, payoutIds.slice(half))]);
  }
}

/** One signature of a chain at a time, and only then a connection: whoever waits for the chain's lock with one in hand keeps it from everybody else. */
function inTurn<T>(deps: SignerDeps, { mode, network }: Chain, work: () => Promise<T>): Promise<T> {
  const ofSigner = turns.get(deps) ?? new Map<string, Promise<unknown>>();
  turns.set(deps, ofSigner);
  const name = `${mode}:${network}`;
  const mine = (ofSigner.get(name) ?? Promise.resolve()).then(work);
  // The next one does not mind how this one ended.
  ofSigner.set(
    name,
    mine.catch(() => {}),
  );
  return mine;
}

const turns = new WeakMap<SignerDeps, Map<string, Promise<unknown>>>();

/** Several answers as one. */
export function joined(answers: readonly SigningAnswer[]): SigningAnswer {
  return {
    signed: answers.flatMap(({ signed }) => signed),
    deferred: answers.flatMap(({ deferred }) => deferred),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

/** What a payout asks of its transaction. */
export function paymentOf(row: PayoutRow): Payment {
  return {
    payoutId: row.id,
    gateId: row.gate_id,
    address: row.address,
    addressKey: row.address_key,
    destinationTag: row.destination_tag === null ? null : BigInt(row.destination_tag),
    netMinor: BigInt(row.net_minor),
  };
}

/**
 * Asks a family for a transaction and checks what comes back: it pays these payouts, each once and no others (hazard 53), within the bounds.
 * @throws Unsigned where there is none; whoever gets it rolls back what was reserved
 */
export async function signWith(
  tx: Tx,
  deps: SignerDeps,
  { chain, family, ...request }: SigningWork,
): Promise<SignedTransaction> {
  deps.faultPoint?.('before_reserve');
  const bounds = deps.boundsOf(chain);
  const signed = await family.sign(tx, {
    ...request,
    bounds,
    keys: deps.keysOf(chain),
    onReserved: () => deps.faultPoint?.('after_reserve'),
    nowMs: deps.nowMs(),
  });
  if ('notNow' in signed || 'never' in signed) throw new Unsigned(signed);
  if (signed.feeMinor > bounds.maxTotalMinor) {
    throw new Unsigned({ notNow: 'fee_too_high', words: `The transaction would cost ${signed.feeMinor}.` });
  }
  const paid = signed.lines.map(({ payoutId }) => payoutId).sort();
  const asked = request.payments.map(({ payoutId }) => payoutId).sort();
  if (signed.spends.length === 0 || paid.join() !== asked.join()) {
    throw new Error(`A transaction of ${chain.network} was signed that does not pay what was asked.`);
  }
  deps.faultPoint?.('after_sign');
  return signed;
}

export interface SigningWork {
  readonly chain: Chain;
  readonly family: SigningFamily;
  readonly payments: readonly Payment[];
  readonly conditions: unknown;
  readonly replaces: Parameters<SigningFamily['sign']>[1]['replaces'];
}

/** Thrown to roll back: the family reserved something and could not sign. */
export class Unsigned extends Error {
  override readonly name = 'Unsigned';
  readonly refusal: NotNow | Never;
  constructor(refusal: NotNow | Never) {
    super(refusal.words);
    this.refusal = refusal;
  }
}

/** The answer, or why the node gave none. */
export async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | ChainUnavailable> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainUnavailable) return error;
    throw error;
  }
}

interface Attempt {
  readonly chain: Chain;
  readonly family: SigningFamily;
  readonly payoutIds: readonly string[];
  readonly conditions: unknown;
  /** What is known to stand in the way of everything that could be signed. */
  readonly refusal: NotNow | Never | null;
}

async function signIn(tx: Tx, deps: SignerDeps, attempt: Attempt): Promise<SigningAnswer> {
  const { chain, family, conditions, refusal } = attempt;
  // One signature at a time per chain: sums, coins and numbers are what they were when they were read.
  await lockSigning(tx, chain);
  const signed: string[] = [];
  const deferred: SigningRefusal[] = [];
  const refused: SigningRefusal[] = [];
  const open: PayoutRow[] = [];
  const { candidate } = await beginExamination(tx, deps.settings, chain);
  // In the order of ids, as everyone who locks several payouts.
  for (const payoutId of attempt.payoutIds.toSorted()) {
    const { row, facts } = await candidate(payoutId, open);
    const verdict = withRefusal(judgePayout(facts), refusal);
    if (verdict.kind === 'signed') signed.push(payoutId);
    else if (verdict.kind === 'sign') open.push(row);
    else if (verdict.kind === 'not_queued') refused.push({ payoutId, reason: 'not_queued' });
    else {
      (verdict.kind === 'never' ? refused : deferred).push({ payoutId, reason: verdict.reason });
      await tell(tx, deps, row, verdict);
    }
  }
  if (open.length > 0) {
    const work = { chain, family, payments: open.map(paymentOf), conditions, replaces: null };
    const transaction = await signWith(tx, deps, work);
    await store(tx, deps, { chain, transaction, rows: open });
    signed.push(...open.map(({ id }) => id));
  }
  return { signed, deferred, refused };
}

interface Signed {
  readonly chain: Chain;
  readonly transaction: SignedTransaction;
  /** The payouts that it pays. */
  readonly rows: readonly PayoutRow[];
}

/** The workflow of a payout alone asked for the signature and reads the row once it is answered: it need not be told besides. */
async function store(tx: Tx, deps: SignerDeps, { chain, transaction, rows }: Signed): Promise<void> {
  const nowMs = deps.nowMs();
  await storeOutgoing(tx, { ...transaction, chain, replaces: null, nowMs });
  for (const { id: payoutId, mass_payout_id } of rows) {
    const cause = `signed:${transaction.txid}`;
    const byWorkflow = mass_payout_id === null;
    await applyPayoutEvent(tx, { payoutId, event: { type: 'signed' }, cause, nowMs, byWorkflow });
  }
  deps.faultPoint?.('after_store');
}

async function tell(
  tx: Tx,
  deps: SignerDeps,
  { id: payoutId, version, mass_payout_id }: PayoutRow,
  { kind, reason }: Extract<SigningVerdict, { reason: PayoutReason }>,
): Promise<void> {
  const event = { type: kind === 'never' ? 'refuse' : 'defer', reason } as const;
  // Asked again while nothing has changed, it is the same step.
  const cause = `${event.type}:${reason}:${version}`;
  const byWorkflow = mass_payout_id === null;
  await applyPayoutEvent(tx, { payoutId, event, cause, nowMs: deps.nowMs(), byWorkflow });
}

function withRefusal(verdict: SigningVerdict, refusal: NotNow | Never | null): SigningVerdict {
  if (verdict.kind !== 'sign' || refusal === null) return verdict;
  return 'never' in refusal ? { kind: 'never', reason: refusal.never } : { kind: 'not_now', reason: refusal.notNow };
}

function unavailable(error: ChainUnavailable): NotNow {
  return { notNow: 'network_unavailable', words: error.message };
}
