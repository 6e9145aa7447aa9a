import type { Chain } from '../../../db/chain/cursor.ts';
import { moneyTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { isStopped } from '../../../db/payouts/emergency-stop.ts';
import { storeMerge } from '../../../db/sending/internal-transfers.ts';
import { lockSigning, type Outgoing } from '../../../db/sending/transactions.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { UTXO_RULES } from '../../chain/utxo/rules.ts';
import type { SigningFamily } from '../family.ts';
import { bumpInternalTransfers } from '../raising.ts';
import type { SignerDeps } from '../sign.ts';
import { chooseAgain, coinsNow, signChoice, type UtxoConditions } from './composition.ts';
import { chooseCoins } from './selection.ts';

/**
 * From this many coins on that can be spent, small ones are merged: one payment spends 500 at the most, however much
 * the others are worth.
 */
const MANY_COINS = 200;
const MERGED_COINS = 100;
/**
 * A coin is merged while it is worth this many times what spending it costs now: in busy times few are, and they wait.
 */
const WORTH_TIMES = 10n;

/**
 * Merges small coins into one at an address of the gateway, if payers leave more of them than payouts use. The cost is
 * booked; custody does not change.
 * @returns how many coins the signed transaction merges
 * @throws ChainUnavailableError if the node is not reliable now
 */
export async function mergeCoins(deps: SignerDeps, chain: Chain & { readonly network: UtxoNetwork }): Promise<number> {
  const family = deps.familyOf(chain) as SigningFamily<UtxoConditions>;
  const conditions = await family.conditions(deps.db, []);
  if (conditions.rateMinor > deps.boundsOf(chain).maxRateMinor) return 0;
  return retrying(() => moneyTransaction(deps.db, (tx) => mergeIn(tx, deps, chain, conditions)));
}

async function mergeIn(
  tx: Tx,
  deps: SignerDeps,
  chain: Chain & { readonly network: UtxoNetwork },
  conditions: UtxoConditions,
): Promise<number> {
  const { network } = chain;
  const { rateMinor } = conditions;
  await lockSigning(tx, chain);
  if (await isStopped(tx, chain)) return 0;
  const coins = await coinsNow(tx, chain, conditions);
  if (coins.length < MANY_COINS) return 0;
  const least = WORTH_TIMES * UTXO_RULES[network].inputVbytes * rateMinor;
  // The biggest come first and are left to payouts.
  const required = coins.slice(-MERGED_COINS).filter(({ amountMinor }) => amountMinor >= least);
  if (required.length < 2) return 0;
  const choice = chooseCoins({ network, coins: [], required, outputs: [], rateMinor });
  if (choice === null || choice.feeMinor > deps.boundsOf(chain).maxTotalMinor) return 0;
  const request = { payments: [], keys: deps.keysOf(chain), replaces: null };
  const signed = await signChoice(tx, chain, request, { ...choice, change: [choice.changeMinor] });
  await storeMerge(tx, { ...signed, chain, replaces: null, nowMs: deps.nowMs() });
  return required.length;
}

/**
 * Merges that wait for a block for too long are signed again for a higher fee, of the same coins, as long as these are
 * worth ten times that.
 * @returns how many were
 * @throws ChainUnavailableError when the node cannot be relied on now
 */
export async function bumpMerges(deps: SignerDeps, chain: Chain & { readonly network: UtxoNetwork }): Promise<number> {
  const family = deps.familyOf(chain) as SigningFamily<UtxoConditions>;
  if (family.replaceable === false) return 0;
  return bumpInternalTransfers(deps, chain, async () => {
    const { rateMinor } = await family.conditions(deps.db, []);
    return (tx, replaces) => bumpMerge(tx, deps, { chain, rateMinor, replaces });
  });
}

interface MergeBump {
  readonly chain: Chain & { readonly network: UtxoNetwork };
  readonly rateMinor: bigint;
  readonly replaces: Outgoing;
}

async function bumpMerge(tx: Tx, deps: SignerDeps, { chain, rateMinor, replaces }: MergeBump): Promise<boolean> {
  const [bounds, nowMs] = [deps.boundsOf(chain), deps.nowMs()];
  // No further coin is offered: what is merged pays for itself.
  const conditions = { rateMinor, sound: new Set<string>() };
  const request = { payments: [], conditions, keys: deps.keysOf(chain), replaces, bounds, nowMs, onReserved: () => {} };
  const choice = await chooseAgain(tx, chain, request, replaces);
  if ('retryLater' in choice || choice.feeMinor > bounds.maxTotalMinor) return false;
  const left = choice.change.reduce((sum, each) => sum + each, 0n);
  if (left < WORTH_TIMES * choice.feeMinor) return false;
  const signed = await signChoice(tx, chain, request, choice);
  await storeMerge(tx, { ...signed, chain, replaces: replaces.id, nowMs });
  return true;
}
