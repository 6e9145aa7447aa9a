import type { Chain } from '../../db/chain/cursor.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { currentRates } from '../../db/rates/rates.ts';
import {
  collectDeposits,
  type DepositHolding,
  dueHoldings,
  type HoldingState,
  updateHolding,
} from '../../db/sending/deposit-holdings.ts';
import {
  type InternalTransfer,
  isGasComing,
  isMoving,
  storeInternal,
  type WaitingInternal,
} from '../../db/sending/internal-transfers.ts';
import { closeRefusals, refusalAt } from '../../db/sending/refusals.ts';
import { lockSigning, type Outgoing } from '../../db/sending/transactions.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { fiatMinorFor, type Rate } from '../../domain/money/rates.ts';
import type { FeeBounds } from '../../domain/payouts/fee-bounds.ts';
import type { RetryLater, SignedTransaction, SigningKeys } from './family.ts';
import { bumpInternalTransfers } from './raising.ts';
import type { SignerDeps } from './sign.ts';

/**
 * How deposits of one network reach the paying account. The signer alone decides about keys and route; callers decide
 * nothing.
 */
export interface Sweeping<Move = unknown> {
  /** Checks one address and plans what is worth doing. @throws ChainUnavailableError if the node is not reliable now */
  look(db: Db, holding: DepositHolding, worth: IsWorthMoving): Promise<SweepPlan<Move>>;
  /**
   * Checks a transfer that has waited too long and plans a higher fee, or coins for that fee first. Null if nothing
   * should be done; missing where transfers expire on their own.
   * @throws ChainUnavailableError if the node is not reliable now
   */
  lookAgain?(waiting: WaitingTransfer, worth: IsWorthMoving): Promise<BumpPlan<Move> | null>;
  /** Signs the planned transfer in the signer's transaction. */
  sign(tx: Tx, request: SweepRequest<Move>): Promise<SignedMove | RetryLater>;
}

export type SignedMove = Pick<SignedTransaction, 'txid' | 'raw' | 'spends' | 'feeMinor' | 'referenceHeight'>;

export type SweepPlan<Move> =
  | { readonly kind: 'empty' }
  /** It is worth less than moving it. */
  | { readonly kind: 'dust'; readonly amountMinor: bigint }
  | { readonly kind: 'waiting'; readonly amountMinor: bigint; readonly words: string }
  | { readonly kind: 'move'; readonly transfer: InternalTransfer; readonly move: Move };

/** A transfer between accounts of our own that is in no block, with its bytes. */
export type WaitingTransfer = Pick<WaitingInternal, 'raw'> & {
  readonly transfer: NonNullable<WaitingInternal['transfer']>;
};

export interface BumpPlan<Move> {
  readonly transfer: InternalTransfer;
  readonly move: Move;
  /** False for coins that are sent ahead. */
  readonly replaces: boolean;
}

export interface SweepRequest<Move> {
  readonly move: Move;
  /** The transaction to replace. */
  readonly replaces: Outgoing | null;
  readonly keys: SigningKeys;
  readonly bounds: FeeBounds;
}

/** True when an amount is worth many times a cost in the network's coin; null without rates. */
export type IsWorthMoving = (amountMinor: bigint, gateId: CryptoGateId, costMinor: bigint) => Promise<boolean | null>;

/** Moved coins are worth this many times the cost of moving them. */
const WORTH_TIMES = 10n;
const PER_ROUND = 50;
const RECHECK_MS = 60_000;
const DUST_MS = 6 * 3_600_000;

export interface SweepReport {
  readonly moved: number;
  readonly dust: number;
  readonly waiting: number;
  /** Transfers that the node refuses; each has an alert. */
  readonly refused: number;
  /** Transfers and merges that had waited for too long and were signed again for a higher fee. */
  readonly raised: number;
  /** False if there is more than one round processes. */
  readonly complete: boolean;
}

export interface SweepRound {
  readonly sweeping: Sweeping;
  /** After this long, an address with a pending or waiting transfer is checked again. */
  readonly soonMs?: number | undefined;
}

/**
 * Checks deposit addresses that were paid and signs transfers that are worth their fee, with the same checks as
 * payouts. The follower sends and tracks them; their cost is booked. Can be repeated, interrupted, and run twice at
 * once.
 * @throws ChainUnavailableError if the node is not reliable now
 */
export async function sweepDeposits(
  deps: SignerDeps,
  chain: Chain,
  { sweeping, soonMs = RECHECK_MS }: SweepRound,
): Promise<SweepReport> {
  const { db } = deps;
  await moneyTransaction(db, (tx) => collectDeposits(tx, chain));
  const due = await dueHoldings(db, chain, { nowMs: deps.nowMs(), limit: PER_ROUND });
  const counts = { moved: 0, dust: 0, waiting: 0, refused: 0 };
  for (const holding of due) {
    const plan = await sweeping.look(db, holding, createIsWorthMoving(db, chain));
    const soonAtMs = deps.nowMs() + soonMs;
    const state =
      plan.kind === 'move'
        ? await signMove(deps, chain, { sweeping, plan, soonAtMs })
        : stateOf(plan, { nowMs: deps.nowMs(), soonAtMs });
    await updateHolding(db, chain, holding, state);
    if (state?.state === 'moving') counts.moved += 1;
    else if (state !== null) counts[state.state] += 1;
  }
  await closeRefusals(db, chain);
  return { ...counts, raised: await bumpTransfers(deps, chain, sweeping), complete: due.length < PER_ROUND };
}

function stateOf(
  plan: Exclude<SweepPlan<unknown>, { kind: 'move' }>,
  { nowMs, soonAtMs }: { readonly nowMs: number; readonly soonAtMs: number },
): HoldingState | null {
  if (plan.kind === 'empty') return null;
  const { amountMinor } = plan;
  return plan.kind === 'dust'
    ? { state: 'dust', amountMinor, words: null, dueAtMs: nowMs + DUST_MS }
    : { state: 'waiting', amountMinor, words: plan.words, dueAtMs: soonAtMs };
}

interface SweepMove {
  readonly sweeping: Sweeping;
  readonly plan: Extract<SweepPlan<unknown>, { kind: 'move' }>;
  /** When the address should be checked again. */
  readonly soonAtMs: number;
}

async function signMove(
  deps: SignerDeps,
  chain: Chain,
  { sweeping, plan, soonAtMs }: SweepMove,
): Promise<HoldingState> {
  const { transfer, move } = plan;
  const deposit = transfer.kind === 'sweep' ? transfer.fromKey : transfer.toKey;
  const waiting = (words: string) => ({ state: 'waiting', words }) as const;
  const found = await retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      await lockSigning(tx, chain);
      if (await isStopped(tx, chain)) return waiting('The emergency stop is active.');
      // Planned before somebody else signed it: its balance is another one by now.
      if (await isMoving(tx, chain, deposit)) {
        const refusal = await refusalAt(tx, chain, deposit);
        return refusal === null ? MOVING : ({ state: 'refused', words: refusal } as const);
      }
      deps.faultPoint?.('before_reserve');
      const bounds = deps.boundsOf(chain);
      const signed = await sweeping.sign(tx, { move, replaces: null, keys: deps.keysOf(chain), bounds });
      if ('retryLater' in signed) return waiting(signed.words);
      if (signed.feeMinor > bounds.maxTotalMinor) throw new Error('A sweep would cost more than any transaction may.');
      deps.faultPoint?.('after_sign');
      await storeInternal(tx, { ...signed, chain, replaces: null, nowMs: deps.nowMs() }, transfer);
      deps.faultPoint?.('after_store');
      return MOVING;
    }),
  );
  return { ...found, amountMinor: transfer.amountMinor, dueAtMs: soonAtMs };
}

const MOVING = { state: 'moving', words: null } as const;

/**
 * Transfers that wait for a block for too long are signed again for a higher fee.
 * @returns how many were, or were sent coins for it
 * @throws ChainUnavailableError when the node cannot be relied on now
 */
function bumpTransfers(deps: SignerDeps, chain: Chain, sweeping: Sweeping): Promise<number> {
  const worth = createIsWorthMoving(deps.db, chain);
  return bumpInternalTransfers(deps, chain, async ({ raw, transfer }) => {
    const plan = transfer === null ? null : ((await sweeping.lookAgain?.({ raw, transfer }, worth)) ?? null);
    return plan === null ? null : (tx, replaces) => signBump(tx, deps, { sweeping, plan, replaces });
  });
}

interface BumpRequest {
  readonly sweeping: Sweeping;
  readonly plan: BumpPlan<unknown>;
  readonly replaces: Outgoing;
}

async function signBump(tx: Tx, deps: SignerDeps, { sweeping, plan, replaces }: BumpRequest): Promise<boolean> {
  const { mode, network } = replaces;
  const chain = { mode, network };
  const { transfer, move } = plan;
  if (!plan.replaces && (await isGasComing(tx, chain, transfer.toKey))) return false;
  const bounds = deps.boundsOf(chain);
  const before = plan.replaces ? replaces : null;
  const signed = await sweeping.sign(tx, { move, replaces: before, keys: deps.keysOf(chain), bounds });
  if ('retryLater' in signed || signed.feeMinor > bounds.maxTotalMinor) return false;
  await storeInternal(tx, { ...signed, chain, replaces: before?.id ?? null, nowMs: deps.nowMs() }, transfer);
  return true;
}

/** Compares in euros, at the rates of now; a coin with its own fee needs none. */
function createIsWorthMoving(db: Db, { mode, network }: Chain): IsWorthMoving {
  let rates: Promise<Rate[]> | undefined;
  return async (amountMinor, gateId, costMinor) => {
    const { asset } = gate(gateId);
    const coin = network === 'TRON' ? 'TRX' : network;
    if (asset === coin) return amountMinor >= costMinor * WORTH_TIMES;
    rates ??= currentRates(db, { mode, assets: [asset, coin], currencies: ['EUR'] });
    const of = (requested: string, all: readonly Rate[]) => all.find((rate) => rate.asset === requested);
    const [token, fee] = [of(asset, await rates), of(coin, await rates)];
    if (token === undefined || fee === undefined) return null;
    return fiatMinorFor(amountMinor, token) >= fiatMinorFor(costMinor * WORTH_TIMES, fee);
  };
}
