import { markReservedCoins, spendableCoins } from '../../../db/sending/coins.ts';
import type { Mode, UtxoNetwork } from '../../../domain/assets/assets.ts';
import { formatTrimmed } from '../../../domain/money/money.ts';
import { openRpc, type RpcClient, RpcError } from '../../chain/json-rpc.ts';
import { ChainUnavailableError } from '../../chain/port.ts';
import { askFeeRate } from '../../chain/utxo/fee-rate.ts';
import { UTXO_RULES } from '../../chain/utxo/rules.ts';
import type { SigningFamily } from '../family.ts';
import { chooseAgain, chooseNew, coinBounds, signChoice, tooHigh, type UtxoConditions } from './composition.ts';
import { createSoundCoins } from './sound-coins.ts';

export interface UtxoFamilyOptions {
  readonly mode: Mode;
  readonly network: UtxoNetwork;
  readonly url: string;
}

const MOST_OUTPUTS = 200;

/**
 * Signs for BTC, LTC and BCH: many payments in one transaction from the gateway's coins, with change to an address of
 * its own.
 */
export function openUtxoFamily({
  mode,
  network,
  url,
}: UtxoFamilyOptions): SigningFamily<UtxoConditions> & { close(): Promise<void> } {
  const rpc = openRpc({ url });
  const soundCoins = createSoundCoins(rpc);
  let indexed = false;
  return {
    mode,
    network,
    maxPayments: MOST_OUTPUTS,
    ...(UTXO_RULES[network].replaceable ? {} : { replaceable: false as const }),
    async conditions(db) {
      if (!indexed) indexed = await requireTransactionIndex(rpc);
      const rateMinor = await askFeeRate(rpc, network);
      await markReservedCoins(db, { mode, network });
      const coins = await spendableCoins(db, { mode, network }, coinBounds(network, rateMinor));
      return { rateMinor, sound: await soundCoins.check(coins) };
    },
    async sign(tx, request) {
      const { rateMinor } = request.conditions;
      const { maxRateMinor } = request.bounds;
      if (rateMinor > maxRateMinor)
        return tooHigh(`The fee rate is ${rateMinor} per byte, the most is ${maxRateMinor}.`);
      const chain = { mode, network };
      const dust = request.payments.find(({ netMinor }) => netMinor <= UTXO_RULES[network].dustMinor);
      if (dust !== undefined) {
        return {
          permanentRefusal: 'address_refused',
          words: `${formatTrimmed(dust.netMinor, 8)} ${network} is dust: no node takes it.`,
        };
      }
      const choice = await (request.replaces === null
        ? chooseNew(tx, chain, request)
        : chooseAgain(tx, chain, request, request.replaces));
      if ('retryLater' in choice) return choice;
      request.onReserved();
      return signChoice(tx, chain, request, choice);
    },
    close: () => rpc.close(),
  };
}

/**
 * Makes sure that the node finds mined transactions by id (`txindex`), by asking for the oldest one. Without the index,
 * payouts would never be found on the chain, and conflicts could not be resolved (hazard 49).
 * @returns false while there is no transaction to ask for
 * @throws ChainUnavailableError if the node does not find it
 */
async function requireTransactionIndex(rpc: RpcClient): Promise<boolean> {
  if ((await rpc.call<number>('getblockcount')) < 1) return false;
  try {
    const { tx } = await rpc.call<{ tx: string[] }>('getblock', [await rpc.call<string>('getblockhash', [1]), 1]);
    await rpc.call('getrawtransaction', [tx[0], 0]);
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new ChainUnavailableError(
      `The node has no index of all transactions, start it with txindex: ${error.message}`,
    );
  }
}
