import { Address, NETWORK, OutScript, selectUTXO } from '@scure/btc-signer';
import { type Coin, outpointOf } from '../../../db/sending/coins.ts';
import { hasWitnesses } from '../../../domain/address/bitcoin.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { allocate, maxOf } from '../../../domain/money/money.ts';
import { UTXO_RULES } from '../../chain/utxo/rules.ts';

export interface CoinQuestion {
  readonly network: UtxoNetwork;
  readonly coins: readonly Coin[];
  /** Coins that must be spent: those of the transaction that is replaced. */
  readonly required: readonly Coin[];
  readonly outputs: readonly { readonly script: string; readonly amountMinor: bigint }[];
  /** Minor units per virtual byte. */
  readonly rateMinor: bigint;
}

/** `inputs = outputs + change + fee`, to the last unit. */
export interface CoinChoice {
  readonly inputs: readonly Coin[];
  /** Zero without change; the small remainder is then part of the fee. */
  readonly changeMinor: bigint;
  readonly feeMinor: bigint;
  /** Virtual bytes with signatures of the longest form; the signed transaction has as many or a few less. */
  readonly vbytes: number;
}

/**
 * Chooses coins for outputs: a few large ones that fit without change, else the largest until they suffice. Change is
 * created only if it is worth more than dust and the cost of spending it. Null if the coins do not suffice.
 */
export function chooseCoins({ network, coins, required, outputs, rateMinor }: CoinQuestion): CoinChoice | null {
  const byOutpoint = new Map([...coins, ...required].map((coin) => [outpointOf(coin), coin]));
  const chosen = selectUTXO(
    coins.filter((coin) => !required.includes(coin)).map(inputOf),
    outputs.map(({ script, amountMinor }) => ({ script: Buffer.from(script, 'hex'), amount: amountMinor })),
    'exactBiggest/accumBiggest',
    {
      ...TX_OPTIONS,
      createTx: false,
      bip69: false,
      feePerByte: rateMinor,
      changeAddress: changeAddressOf(network),
      requiredInputs: required.map(inputOf),
      dust: leastChange(network, rateMinor),
      dustRelayFeeRate: 1n,
    },
  );
  if (chosen === undefined) return null;
  const inputs = chosen.inputs.map(({ txid, index }) => {
    const coin = byOutpoint.get(`${Buffer.from(txid ?? []).toString('hex')}:${index}`);
    if (coin === undefined) throw new Error('A coin was chosen that was not offered.');
    return coin;
  });
  const feeMinor = chosen.fee ?? 0n;
  const sum = (amounts: readonly { amountMinor: bigint }[]) =>
    amounts.reduce((all, each) => all + each.amountMinor, 0n);
  return {
    inputs,
    changeMinor: sum(inputs) - sum(outputs) - feeMinor,
    feeMinor,
    vbytes: Math.ceil(chosen.weight / 4),
  };
}

/** Change of this much and less is left to the miners: it would be dust, or cost more to spend than it is worth. */
export function leastChange(network: UtxoNetwork, rateMinor: bigint): bigint {
  const { dustMinor, inputVbytes } = UTXO_RULES[network];
  return maxOf(inputVbytes * rateMinor, dustMinor);
}

/**
 * Change as several coins where few are left to spend, so that the next transactions need not wait for the
 * confirmations of this one. Each is worth having; what the further outputs cost is taken from the change.
 */
export function splitChange({ network, changeMinor, rateMinor, spareCoins }: ChangeQuestion): readonly bigint[] {
  if (changeMinor === 0n) return [];
  const worthwhile = WORTHWHILE * leastChange(network, rateMinor);
  const parts = Math.min(MOST_PARTS, WANTED_COINS - spareCoins, Number(changeMinor / worthwhile));
  if (parts <= 1) return [changeMinor];
  const left = changeMinor - BigInt(parts - 1) * OUTPUT_VBYTES * rateMinor;
  return allocate(left, new Array<bigint>(parts).fill(1n));
}

export interface ChangeQuestion {
  readonly network: UtxoNetwork;
  readonly changeMinor: bigint;
  readonly rateMinor: bigint;
  /** Coins that can be spent beside those that are chosen. */
  readonly spareCoins: number;
}

const WANTED_COINS = 8;
const MOST_PARTS = 4;
/** How many times the least change a part of it is worth at the least. */
const WORTHWHILE = 100n;
/** Of a plain key hash; a witness one has three bytes less. */
const OUTPUT_VBYTES = 34n;

/**
 * Any standard form of address may be paid, also one that the library does not know. Signatures commit to the amounts
 * of the inputs (BIP-143, on Bitcoin Cash by its replay protection), so that the whole transaction before is not needed
 * to be sure of them.
 */
export const TX_OPTIONS = {
  allowUnknownOutputs: true,
  disableScriptCheck: true,
  allowLegacyWitnessUtxo: true,
} as const;

function inputOf(coin: Coin) {
  return {
    txid: Buffer.from(coin.txid, 'hex'),
    index: coin.n,
    witnessUtxo: { amount: coin.amountMinor, script: Buffer.from(coin.addressKey, 'hex') },
  };
}

/** Only its length counts while coins are chosen. */
function changeAddressOf(network: UtxoNetwork): string {
  const hash = new Uint8Array(20);
  return Address(NETWORK).encode(
    OutScript.decode(OutScript.encode({ type: hasWitnesses(network) ? 'wpkh' : 'pkh', hash })),
  );
}
