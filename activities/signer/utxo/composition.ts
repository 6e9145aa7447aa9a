import { Transaction } from '@scure/btc-signer';
import type { Chain } from '../../../db/chain/cursor.ts';
import type { Tx } from '../../../db/core/sequelize.ts';
import { type Coin, changeIndexOf, coinsAt, outpointOf, spendableCoins } from '../../../db/sending/coins.ts';
import { type Outgoing, takeNonce } from '../../../db/sending/transactions.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { divCeil, maxOf } from '../../../domain/money/money.ts';
import { scriptOfKey, UTXO_RULES } from '../../chain/utxo/rules.ts';
import type { Payment, RetryLater, SignedTransaction, SignRequest } from '../family.ts';
import { type CoinChoice, chooseCoins, leastChange, splitChange, TX_OPTIONS } from './selection.ts';
import { signSpend } from './transaction.ts';

export interface UtxoConditions {
  /** Minor units per virtual byte. */
  readonly rateMinor: bigint;
  /** The outpoints of our coins that the node knows as we do. */
  readonly sound: ReadonlySet<string>;
}

type UtxoChain = Chain & { readonly network: UtxoNetwork };
type Request = SignRequest<UtxoConditions>;

/** The inputs and outputs of a transaction. */
export interface Composition extends Pick<CoinChoice, 'inputs' | 'feeMinor'> {
  readonly change: readonly bigint[];
}

/**
 * The biggest coins are enough to choose from; with all of them as inputs a transaction is still one that nodes relay
 * (100 000 virtual bytes).
 */
const MOST_COINS = 500;

/** Which coins are offered: none that costs more to spend than it is worth. */
export function coinBounds(network: UtxoNetwork, rateMinor: bigint) {
  return { aboveMinor: leastChange(network, rateMinor), most: MOST_COINS };
}

/** Coins for payments that nothing was signed for. */
export async function chooseNew(tx: Tx, chain: UtxoChain, request: Request): Promise<Composition | RetryLater> {
  const { network } = chain;
  const { rateMinor } = request.conditions;
  const coins = await coinsNow(tx, chain, request.conditions);
  const choice = chooseCoins({ network, coins, required: [], outputs: outputsOf(request.payments), rateMinor });
  if (choice === null) return tooLittle(coins, request);
  const { inputs, changeMinor } = choice;
  const change = splitChange({ network, changeMinor, rateMinor, spareCoins: coins.length - inputs.length });
  const feeMinor = choice.feeMinor + changeMinor - sumOf(change);
  // Further coins of change are only made where what may be spent on the transaction allows it.
  if (feeMinor > request.bounds.maxTotalMinor && changeMinor > 0n) {
    return { inputs, change: [changeMinor], feeMinor: choice.feeMinor };
  }
  return { inputs, change, feeMinor };
}

/**
 * Coins for a transaction that takes another one's place (BIP-125): all of that one's, so that only one of them can be
 * mined, and more where a higher fee needs them. It pays a quarter more per byte, what the node asks for now, and what
 * relaying it costs on top of the fee before, whichever is the most.
 */
export async function chooseAgain(
  tx: Tx,
  chain: UtxoChain,
  request: Request,
  replaces: Outgoing,
): Promise<Composition | RetryLater> {
  const { network } = chain;
  const { relayRateMinor } = UTXO_RULES[network];
  const required = await coinsAt(tx, chain, replaces.spends);
  if (required.length < replaces.spends.length) {
    return { retryLater: 'no_funds', words: `A coin that ${replaces.txid} spends is not confirmed any more.` };
  }
  const coins = await coinsNow(tx, chain, request.conditions);
  const outputs = outputsOf(request.payments);
  const before = divCeil(replaces.feeMinor, BigInt(vbytesOf(replaces.raw)));
  let rateMinor = maxOf(request.conditions.rateMinor, before + maxOf(relayRateMinor, before / 4n));
  while (rateMinor <= request.bounds.maxRateMinor) {
    const choice = chooseCoins({ network, coins, required, outputs, rateMinor });
    if (choice === null) return tooLittle([...required, ...coins], request);
    const { inputs, changeMinor, feeMinor, vbytes } = choice;
    const due = replaces.feeMinor + relayRateMinor * BigInt(vbytes);
    if (feeMinor >= due) return { inputs, feeMinor, change: changeMinor === 0n ? [] : [changeMinor] };
    rateMinor = maxOf(rateMinor + 1n, divCeil(due, BigInt(vbytes)));
  }
  return tooHigh(`To replace ${replaces.txid}, ${rateMinor} per byte would have to be paid.`);
}

/** Signs the transaction with payments and change in an order that does not reveal which is which (BIP-69). */
export async function signChoice(
  tx: Tx,
  chain: UtxoChain,
  request: Pick<Request, 'payments' | 'keys' | 'replaces'>,
  composition: Composition,
): Promise<SignedTransaction> {
  const { inputs, feeMinor } = composition;
  const change = await changeOf(tx, chain, request, composition.change);
  const payments = request.payments.map(({ payoutId, addressKey, netMinor }) => ({
    payoutId,
    derivationIndex: null,
    script: addressKey,
    amountMinor: netMinor,
  }));
  const outputs = [...payments, ...change].sort(
    (a, b) => Number(a.amountMinor - b.amountMinor) || Number(a.script > b.script) - Number(a.script < b.script),
  );
  const { txid, raw } = signSpend({ network: chain.network, inputs, outputs }, request.keys);
  return {
    txid,
    raw,
    spends: inputs.map(outpointOf),
    feeMinor,
    lines: outputs.flatMap(({ payoutId }, n) => (payoutId === null ? [] : [{ payoutId, output: String(n) }])),
    change: outputs.flatMap(({ derivationIndex, script, amountMinor }, n) =>
      derivationIndex === null ? [] : [{ output: String(n), addressKey: script, derivationIndex, amountMinor }],
    ),
  };
}

/** The coins that can be spent now, as the signer's transaction sees them, the biggest first. */
export async function coinsNow(tx: Tx, chain: UtxoChain, { rateMinor, sound }: UtxoConditions): Promise<Coin[]> {
  const coins = await spendableCoins(tx, chain, coinBounds(chain.network, rateMinor));
  return coins.filter((coin) => sound.has(outpointOf(coin)));
}

export function tooHigh(words: string): RetryLater {
  return { retryLater: 'fee_too_high', words };
}

/**
 * Each on an address of its own; what takes another one's place gives change to the same, as only one of them can be
 * mined.
 */
async function changeOf(
  tx: Tx,
  chain: UtxoChain,
  { replaces, keys }: Pick<Request, 'keys' | 'replaces'>,
  amounts: readonly bigint[],
) {
  const outputs: { payoutId: null; derivationIndex: number; script: string; amountMinor: bigint }[] = [];
  for (const amountMinor of amounts) {
    const used = replaces === null ? null : await changeIndexOf(tx, replaces.id);
    const derivationIndex = used ?? Number(await takeNonce(tx, chain, 'change'));
    const script = scriptOfKey(chain.network, keys.key(1, derivationIndex).publicKey);
    outputs.push({ payoutId: null, derivationIndex, script, amountMinor });
  }
  return outputs;
}

function outputsOf(payments: readonly Payment[]) {
  return payments.map(({ addressKey, netMinor }) => ({ script: addressKey, amountMinor: netMinor }));
}

function tooLittle(coins: readonly Coin[], { payments, conditions }: Request): RetryLater {
  const amounts = payments.map(({ netMinor }) => netMinor);
  return {
    retryLater: 'no_funds',
    words:
      `The coins that can be spent now are worth ${sumOf(coins.map((coin) => coin.amountMinor))}, ` +
      `the payments ${sumOf(amounts)} and the fee at ${conditions.rateMinor} per byte.`,
  };
}

function vbytesOf(raw: string): number {
  return Transaction.fromRaw(Buffer.from(raw, 'hex'), TX_OPTIONS).vsize;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
