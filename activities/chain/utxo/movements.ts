import type { Movement } from '../../../db/chain/movement.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { type ChainTransaction, ChainUnavailableError } from '../port.ts';
import { type RawOutput, type RawTransaction, Reader } from './decode.ts';

/** The payments of a transaction, in the terms of the port. */
export function describe(network: UtxoNetwork, raw: RawTransaction, seenAtMs: number | null): ChainTransaction {
  const movements = raw.outputs.flatMap((output) => movementsOf(network, raw, output));
  return { txid: raw.txid, movements, spends: raw.outpoints, failed: false, seenAtMs };
}

const opReturn = 0x6a;
/** Blocks before coins can be spent: new ones (consensus), and those that leave the MimbleWimble block. */
const coinbaseMaturity = 100;
const pegOutMaturity = 6;

/**
 * The asset of coins in outputs that carry a token. They are ours, and never spent as plain coins: that would burn the
 * token.
 */
export const COINS_WITH_TOKENS = 'BCH:with-tokens';

function movementsOf(network: UtxoNetwork, raw: RawTransaction, output: RawOutput): Movement[] {
  if (output.script.length === 0 || output.script[0] === opReturn) return [];
  const given = {
    destinationTag: null,
    coinbase: raw.coinbase,
    maturity: maturityOf(raw, output),
    output: String(output.n),
    addressKey: output.script.toString('hex'),
  };
  const token = network === 'BCH' ? readToken(output.script) : undefined;
  const movements: Movement[] =
    token === undefined
      ? [{ ...given, gateId: network, assetRef: network, amountMinor: output.valueMinor }]
      : withToken({ ...given, addressKey: token.script.toString('hex') }, token, output.valueMinor);
  return movements.filter(({ amountMinor }) => amountMinor > 0n);
}

type Given = Omit<Movement, 'gateId' | 'assetRef' | 'amountMinor'>;

/** The token, and the coins beside it: neither is an asset of a gate, so both wait in suspense. */
function withToken(given: Given, { category, amount }: Token, valueMinor: bigint): Movement[] {
  return [
    { ...given, gateId: null, assetRef: `BCH:${category}`, amountMinor: amount },
    { ...given, output: `${given.output}:coins`, gateId: null, assetRef: COINS_WITH_TOKENS, amountMinor: valueMinor },
  ];
}

function maturityOf(raw: RawTransaction, { n }: RawOutput): number {
  if (raw.coinbase) return coinbaseMaturity;
  return raw.hogEx && n > 0 ? pegOutMaturity : 0;
}

interface Token {
  readonly category: string;
  /** The amount of fungible tokens; one for an output that holds a single, unlike token. */
  readonly amount: bigint;
  readonly script: Buffer;
}

const tokenPrefix = 0xef;
const hasCommitment = 0x40;
const hasAmount = 0x10;

/**
 * The token before the script of an output (CHIP-2022-02 CashTokens). Such an output is not a plain coin, even if it
 * contains coins (hazard 17). Undefined for a plain script, also for one that only begins like a token.
 */
function readToken(script: Buffer): Token | undefined {
  if (script[0] !== tokenPrefix) return undefined;
  try {
    const reader = new Reader(script);
    reader.take(1);
    const category = Buffer.from(reader.take(32)).reverse().toString('hex');
    const bits = reader.byte();
    if (bits & hasCommitment) reader.take(reader.size());
    const amount = bits & hasAmount ? reader.compact() : 1n;
    return { category, amount, script: reader.rest() };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined;
    throw error;
  }
}
