import { ApplicationFailure } from '@temporalio/activity';
import type { Chain } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { readPayout, readPayoutRows } from '../../db/payouts/read.ts';
import { payoutSettings } from '../../db/payouts/settings.ts';
import type { ReserveChain } from '../../db/reserves/addresses.ts';
import { closeRefusals } from '../../db/sending/refusals.ts';
import { isUtxoNetwork } from '../../domain/assets/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import { type BumpAnswer, bumpFee } from './bump.ts';
import type { SigningFamily } from './family.ts';
import type { KeyRing } from './keys.ts';
import { type FamilyConfig, openFamily } from './open-family.ts';
import { openSweeping } from './open-sweeping.ts';
import { signReserves } from './reserves.ts';
import {
  mergeAnswers,
  type SignerDeps,
  type SigningAnswer,
  type SigningFaultPoint,
  type SigningRefusal,
  signTogether,
} from './sign.ts';
import { createSilentNodeGuard } from './silent-node-guard.ts';
import { type Sweeping, type SweepReport, sweepDeposits } from './sweeping.ts';
import { bumpMerges, mergeCoins } from './utxo/merging.ts';
import { openXrpSettings, refuseXrpSettings, type XrpSettings } from './xrp/settings.ts';

export interface SignerActivityDeps {
  readonly db: Db;
  readonly config: FamilyConfig & Pick<Config, 'encryptionKey' | 'feeBounds' | 'networkFeeBounds'>;
  readonly keyRing: KeyRing;
  readonly nowMs: () => number;
  readonly faultPoint?: (name: SigningFaultPoint) => void;
}

export interface SignPayoutsInput {
  readonly version: 1;
  /** Of one mode and network. */
  readonly payoutIds: readonly string[];
}

export interface SignPayoutInput {
  readonly version: 1;
  readonly payoutId: string;
}

export interface SignPayoutAnswer {
  /** With what the signer or the node says of its reason, in words. */
  readonly watch: PayoutSnapshot;
  /** The reason that keeps it from being signed now; null: there is none, or it never will be signed. */
  readonly deferred: SigningRefusal['reason'] | null;
}

export interface SweepDepositsInput extends Chain {
  readonly version: 1;
  /** Between rounds, where it is not the usual pause. */
  readonly pauseMs?: number;
}

export interface BumpFeeInput {
  readonly version: 1;
  readonly payoutId: string;
}

/** The queue `signer`: what needs private keys. Every answer holds ids, words and hashes only. */
export function createSignerActivities({ db, config, keyRing, nowMs, faultPoint }: SignerActivityDeps) {
  const deps: SignerDeps = {
    db,
    settings: payoutSettings(config),
    nowMs,
    familyOf: protectedFamilies(config),
    keysOf: (chain) => keyRing.of(chain),
    boundsOf: ({ network }) => config.feeBounds[network],
    faultPoint,
  };
  const sweep = createSweep(deps, config);
  return {
    /**
     * Signs payouts that are queued. Asked again, it signs nothing twice: what is signed already is answered as signed.
     */
    async signPayouts({ payoutIds }: SignPayoutsInput): Promise<SigningAnswer> {
      return withoutRetryOnRefusal(async () => {
        const chain = await chainOf(db, payoutIds);
        if (chain === null) return mergeAnswers([]);
        const { maxPayments } = deps.familyOf(chain);
        const answers: SigningAnswer[] = [];
        for (let at = 0; at < payoutIds.length; at += maxPayments) {
          answers.push(await signTogether(deps, chain, payoutIds.slice(at, at + maxPayments)));
        }
        return mergeAnswers(answers);
      });
    },

    /** The same for one payout, called by its own workflow: the answer contains the payout afterwards. */
    async signPayout({ payoutId }: SignPayoutInput): Promise<SignPayoutAnswer> {
      return withoutRetryOnRefusal(async () => {
        const { mode, network } = await readPayout(db, payoutId);
        const { deferred, watches } = await signTogether(deps, { mode, network }, [payoutId], true);
        const watch = watches.get(payoutId);
        if (watch === undefined) throw new Error('A payout that was asked for is answered for.');
        return { watch, deferred: deferred[0]?.reason ?? null };
      });
    },

    /**
     * Signs what is worth moving of the deposits of a network, merges small coins where there are many, sets what
     * operators requested of an account; the follower sends it.
     */
    async sweepDeposits(input: SweepDepositsInput): Promise<SweepReport> {
      return withoutRetryOnRefusal(() => sweep(input));
    },

    /** Signs messages about the gateway's own addresses for the proof of reserves of a day; never anything else. */
    async signReserveAddresses({ mode, network, day }: ReserveChain): Promise<number> {
      return withoutRetryOnRefusal(() => signReserves({ db, config, keyRing }, { mode, network, day }));
    },

    /** Signs a waiting transaction again with a higher fee, to replace it. */
    async bumpFee({ payoutId }: BumpFeeInput): Promise<BumpAnswer> {
      return withoutRetryOnRefusal(() => bumpFee(deps, payoutId));
    },
  };
}

export type SignerActivities = ReturnType<typeof createSignerActivities>;

/** The families of chains, each opened once and protected against silent nodes. */
function protectedFamilies(config: FamilyConfig): (chain: Chain) => SigningFamily {
  const ask = createSilentNodeGuard();
  return memoized((chain) => {
    const family = openFamily(config, chain);
    return { ...family, conditions: (on, payments) => ask(family, () => family.conditions(on, payments)) };
  });
}

function memoized<T>(open: (chain: Chain) => T): (chain: Chain) => T {
  const opened = new Map<string, T>();
  return (chain) => {
    const name = `${chain.mode}:${chain.network}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const fresh = open(chain);
    opened.set(name, fresh);
    return fresh;
  };
}

const NOTHING_SWEPT: SweepReport = { moved: 0, dust: 0, waiting: 0, refused: 0, raised: 0, complete: true };

function createSweep(deps: SignerDeps, config: SignerActivityDeps['config']) {
  const sweepingOf = memoized<Sweeping | null>((chain) => openSweeping(config, chain));
  const xrpSettingsOf = memoized<XrpSettings | null>(({ mode }) => {
    const [url, accountXpub] = [config.chains[mode].XRP, config.accountXpubs[mode].XRP];
    return url === undefined || accountXpub === undefined ? null : openXrpSettings({ mode, url, accountXpub });
  });

  return async ({ mode, network, pauseMs: soonMs }: SweepDepositsInput): Promise<SweepReport> => {
    const chain = { mode, network };
    if (isUtxoNetwork(network)) {
      if (isSimulated(config, mode, network)) return NOTHING_SWEPT;
      const coins = { mode, network };
      const report = { ...NOTHING_SWEPT, moved: await mergeCoins(deps, coins), raised: await bumpMerges(deps, coins) };
      await closeRefusals(deps.db, coins);
      return report;
    }
    if (network === 'XRP') {
      const settings = xrpSettingsOf(chain);
      if (settings === null) await refuseXrpSettings(deps.db, mode);
      else await settings.apply(deps);
      await closeRefusals(deps.db, chain);
      return NOTHING_SWEPT;
    }
    const sweeping = sweepingOf(chain);
    return sweeping === null ? NOTHING_SWEPT : sweepDeposits(deps, chain, { sweeping, soonMs });
  };
}

async function chainOf(db: Db, payoutIds: readonly string[]): Promise<Chain | null> {
  const [first, ...others] = await readPayoutRows(db, payoutIds);
  if (first === undefined) return null;
  const { mode, network } = first;
  if (others.some((other) => other.mode !== mode || other.network !== network)) {
    throw ApplicationFailure.nonRetryable('Payouts of several networks cannot be signed together.', 'mixed_networks');
  }
  return { mode, network };
}

/** A refusal by the rules is final; everything else is retried. */
async function withoutRetryOnRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDomainError(error) || error.code === 'network_unavailable') throw error;
    throw ApplicationFailure.nonRetryable(error.message, error.code);
  }
}
