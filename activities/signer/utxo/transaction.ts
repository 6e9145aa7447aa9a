import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { RawOutput, RawTx, Script } from '@scure/btc-signer/script.js';
import { type Coin, outpointOf } from '../../../db/sending/coins.ts';
import { hasWitnesses } from '../../../domain/address/bitcoin.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { decodeTransaction } from '../../chain/utxo/decode.ts';
import { scriptOfKey, UTXO_RULES } from '../../chain/utxo/rules.ts';
import type { SigningKeys } from '../family.ts';

export interface Spend {
  readonly network: UtxoNetwork;
  readonly inputs: readonly Coin[];
  readonly outputs: readonly { readonly script: string; readonly amountMinor: bigint }[];
}

export interface SignedSpend {
  readonly txid: string;
  /** In hex, as nodes take it. */
  readonly raw: string;
}

/**
 * Builds and signs a transaction with the outputs in this order, and parses the bytes again before returning them.
 * Every signature commits to the amount of its coin, so a wrong row cannot make the gateway pay more than it believes.
 * @throws Error if the gateway has no key for a coin, or the bytes differ from the request
 */
export function signSpend(spend: Spend, keys: SigningKeys): SignedSpend {
  const { network } = spend;
  const parts = partsOf(spend);
  const unlocked = spend.inputs.map((coin, position) => {
    const { privateKey, publicKey } = keys.key(coin.branch, coin.index);
    if (scriptOfKey(network, publicKey) !== coin.addressKey) {
      throw new Error(`The coin ${outpointOf(coin)} is not locked by the gateway's key ${coin.branch}/${coin.index}.`);
    }
    const type = HASH_TYPE[network];
    const digest = digestOf(parts, { coin, position, publicKey, type });
    const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'der', lowS: true });
    return [Uint8Array.of(...signature, type), publicKey];
  });
  const segwit = hasWitnesses(network);
  const bytes = RawTx.encode({
    version: VERSION,
    segwitFlag: segwit,
    inputs: parts.inputs.map((input, position) => ({
      ...input,
      finalScriptSig: segwit ? new Uint8Array() : Script.encode(unlocked[position] ?? []),
    })),
    outputs: parts.outputs,
    witnesses: segwit ? unlocked : undefined,
    lockTime: 0,
  });
  const raw = Buffer.from(bytes).toString('hex');
  return { raw, txid: checkSigned(spend, raw) };
}

const VERSION = 2;
/** All inputs and outputs; on Bitcoin Cash with its fork id, which makes the signature worth nothing on Bitcoin. */
const HASH_TYPE: Readonly<Record<UtxoNetwork, number>> = { BTC: 0x01, LTC: 0x01, BCH: 0x41 };

interface Parts {
  readonly inputs: readonly { readonly txid: Uint8Array; readonly index: number; readonly sequence: number }[];
  readonly outputs: { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly outpoints: Buffer[];
  readonly hashes: { readonly outpoints: Buffer; readonly sequences: Buffer; readonly outputs: Buffer };
}

/** The part that all signatures of a transaction share is hashed once. */
function partsOf({ network, inputs, outputs }: Spend): Parts {
  const { sequence } = UTXO_RULES[network];
  const outpoints = inputs.map(({ txid, n }) => Buffer.concat([Buffer.from(txid, 'hex').reverse(), uint32(n)]));
  const written = outputs.map(({ script, amountMinor }) => ({
    amount: amountMinor,
    script: Buffer.from(script, 'hex'),
  }));
  return {
    inputs: inputs.map(({ txid, n }) => ({ txid: Buffer.from(txid, 'hex'), index: n, sequence })),
    outputs: written,
    outpoints,
    hashes: {
      outpoints: sha256d(outpoints),
      sequences: sha256d(inputs.map(() => uint32(sequence))),
      outputs: sha256d(written.map((output) => RawOutput.encode(output))),
    },
  };
}

interface Signed {
  readonly coin: Coin;
  readonly position: number;
  readonly publicKey: Uint8Array;
  readonly type: number;
}

/** The signed content: BIP-143, which Bitcoin Cash took over for every output script. */
function digestOf({ inputs, outpoints, hashes }: Parts, { coin, position, publicKey, type }: Signed): Buffer {
  // The script code of both kinds of address is that of a plain key hash, with its length before it.
  const scriptCode = Buffer.from(`19${scriptOfKey('BCH', publicKey)}`, 'hex');
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(coin.amountMinor);
  return sha256d([
    uint32(VERSION),
    hashes.outpoints,
    hashes.sequences,
    outpoints[position] ?? Buffer.alloc(0),
    scriptCode,
    amount,
    uint32(inputs[position]?.sequence ?? 0),
    hashes.outputs,
    uint32(0),
    uint32(type),
  ]);
}

/**
 * The last check of the bytes: they spend exactly these coins and pay exactly these outputs. @returns the transaction
 * id
 */
function checkSigned({ inputs, outputs }: Spend, raw: string): string {
  const read = decodeTransaction(raw);
  const same =
    read.outpoints.length === inputs.length &&
    inputs.every((coin, position) => read.outpoints[position] === outpointOf(coin)) &&
    read.outputs.length === outputs.length &&
    outputs.every(({ script, amountMinor }, n) => {
      const output = read.outputs[n];
      return output?.valueMinor === amountMinor && output.script.toString('hex') === script;
    });
  if (!same) throw new Error('The signed transaction is not the one that was asked for.');
  return read.txid;
}

function sha256d(parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', hash('sha256', Buffer.concat(parts), 'buffer'), 'buffer');
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
