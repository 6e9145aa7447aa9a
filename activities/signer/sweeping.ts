import type { Chain } from '../../db/chain/cursor.ts';
import {
  collectDeposits,
  type DepositHolding,
  dueHoldings,
  type HoldingState,
  settleHolding,
} from '../../db/payouts/deposits.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { type InternalTransfer, isMoving, storeInternal } from '../../db/payouts/internal-transfers.ts';
import { lockSigning } from '../../db/payouts/outgoing.ts';
import { currentRates } from '../../db/rates.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { type CryptoGateId, gate } from '../../domain/assets.ts';
import type { FeeBounds } from '../../domain/payouts/fee-bounds.ts';
import { fiatMinorFor, type Rate } from '../../domain/rates.ts';
import type { NotNow, SignedTransaction, SigningKeys } from './family.ts';
import type { SignerDeps } from './sign.ts';

/** How deposits of one network get to the account that pays. The keys and the way are the signer's own; whoever asks for it decides nothing. */
export interface Sweeping<Move = unknown> {
  /**
   * Looks at one address and says what is worth doing.
   * @throws ChainUnavailable when the node cannot be relied on now
   */
  look(db: Db, holding: DepositHolding, worth: Worth): Promise<SweepPlan<Move>>;
  /** Signs what was planned, in the signer's transaction. */
  sign(
    tx: Tx,
    request: SweepRequest<Move>,
  ): Promise<Pick<SignedTransaction, 'txid' | 'raw' | 'spends' | 'feeMinor'> | NotNow>;
}

export type SweepPlan<Move> =
  | { readonly kind: 'empty' }
  /** It is worth less than moving it. */
  | { readonly kind: 'dust'; readonly amountMinor: bigint }
  | { readonly kind: 'waiting'; readonly amountMinor: bigint; readonly words: string }
  | { readonly kind: 'move'; readonly transfer: InternalTransfer; readonly move: Move };

export interface SweepRequest<Move> {
  readonly move: Move;
  readonly keys: SigningKeys;
  readonly bounds: FeeBounds;
}

/** True when an amount is worth many times a cost in the network's coin; null without rates. */
export type Worth = (amountMinor: bigint, gateId: CryptoGateId, costMinor: bigint) => Promise<boolean | null>;

/** What is moved is worth this many times what moving it costs. */
const WORTH_TIMES = 10n;
const PER_ROUND = 50;
const SOON_MS = 60_000;
const DUST_MS = 6 * 3_600_000;

export interface SweepReport {
  readonly moved: number;
  readonly dust: number;
  readonly waiting: number;
  /** False when there is more to look at than one round takes. */
  readonly complete: boolean;
}

/**
 * Looks at deposit addresses that payments have reached and signs what is worth moving, each in a transaction that checks the stop, reserves, signs and stores as for payouts. The
 * follower sends and follows it; its cost is booked, custody stays what it is. May be repeated, interrupted and run twice at once.
 * @throws ChainUnavailable when the node cannot be relied on now
 */
export async function sweepDeposits(deps: SignerDeps, chain: Chain, sweeping: Sweeping): Promise<SweepReport> {
  const { db } = deps;
  await moneyTransaction(db, (tx) => collectDeposits(tx, chain));
  const due = await dueHoldings(db, chain, { nowMs: deps.nowMs(), limit: PER_ROUND });
  const counts = { moved: 0, dust: 0, waiting: 0 };
  for (const holding of due) {
    const plan = await sweeping.look(db, holding, worthIn(db, chain));
    const state = plan.kind === 'move' ? await signMove(deps, chain, { sweeping, plan }) : stateOf(plan, deps.nowMs());
    await settleHolding(db, chain, holding, state);
    if (state?.state === 'moving') counts.moved += 1;
    else if (state !== null) counts[state.state] += 1;
  }
  return { ...counts, complete: due.length < PER_ROUND };
}

function stateOf(plan: Exclude<SweepPlan<unknown>, { kind: 'move' }>, nowMs: number): HoldingState | null {
  if (plan.kind === 'empty') return null;
  const { amountMinor } = plan;
  return plan.kind === 'dust'
    ? { state: 'dust', amountMinor, words: null, dueAtMs: nowMs + DUST_MS }
    : { state: 'waiting', amountMinor, words: plan.words, dueAtMs: nowMs + SOON_MS };
}

interface Moving {
  readonly sweeping: Sweeping;
  readonly plan: Extract<SweepPlan<unknown>, { kind: 'move' }>;
}

async function signMove(deps: SignerDeps, chain: Chain, { sweeping, plan }: Moving): Promise<HoldingState> {
  const { transfer, move } = plan;
  const deposit = transfer.kind === 'sweep' ? transfer.fromKey : transfer.toKey;
  const words = await retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      await lockSigning(tx, chain);
      if (await isStopped(tx, chain)) return 'The emergency stop is pulled.';
      // Planned before somebody else signed it: its balance is another one by now.
      if (await isMoving(tx, chain, deposit)) return null;
      deps.faultPoint?.('before_reserve');
      const bounds = deps.boundsOf(chain);
      const signed = await sweeping.sign(tx, { move, keys: deps.keysOf(chain), bounds });
      if ('notNow' in signed) return signed.words;
      if (signed.feeMinor > bounds.maxTotalMinor) throw new Error('A sweep would cost more than any transaction may.');
      deps.faultPoint?.('after_sign');
      await storeInternal(tx, { ...signed, chain, nowMs: deps.nowMs() }, transfer);
      deps.faultPoint?.('after_store');
      return null;
    }),
  );
  const { amountMinor } = transfer;
  const dueAtMs = deps.nowMs() + SOON_MS;
  return words === null
    ? { state: 'moving', amountMinor, words, dueAtMs }
    : { state: 'waiting', amountMinor, words, dueAtMs };
}

/** Compares in euros, at the rates of now; a coin with its own fee needs none. */
function worthIn(db: Db, { mode, network }: Chain): Worth {
  let rates: Promise<Rate[]> | undefined;
  return async (amountMinor, gateId, costMinor) => {
    const { asset } = gate(gateId);
    const coin = network === 'TRON' ? 'TRX' : network;
    if (asset === coin) return amountMinor >= costMinor * WORTH_TIMES;
    rates ??= currentRates(db, { mode, assets: [asset, coin], currencies: ['EUR'] });
    const of = (wanted: string, all: readonly Rate[]) => all.find((rate) => rate.asset === wanted);
    const [token, fee] = [of(asset, await rates), of(coin, await rates)];
    if (token === undefined || fee === undefined) return null;
    return fiatMinorFor(amountMinor, token) >= fiatMinorFor(costMinor * WORTH_TIMES, fee);
  };
}
