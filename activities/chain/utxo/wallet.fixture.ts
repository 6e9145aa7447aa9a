import { createHash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32 } from '@scure/base';
import { utxoAddressOfKeyHash } from '../../../domain/address/bitcoin.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';

/** A key of a test with one witness address, and the transactions it signs. */
export interface TestWallet {
  readonly address: string;
  /** Its script in hex, as followers know it. */
  readonly script: string;
  sign(payment: TestPayment): string;
}

export interface TestPayment {
  readonly inputs: readonly {
    readonly txid: string;
    readonly n: number;
    readonly valueMinor: bigint;
    readonly sequence?: number;
  }[];
  readonly outputs: readonly { readonly script: string; readonly valueMinor: bigint }[];
  readonly lockTime?: number;
}

/** An input with this sequence says that it may be replaced (BIP-125). */
export const replaceable = 0xfffffffd;

export function makeWallet(prefix: 'bcrt' | 'rltc', key: Uint8Array = randomBytes(32)): TestWallet {
  const publicKey = secp256k1.getPublicKey(key, true);
  const keyHash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest();
  const script = Buffer.concat([Buffer.from([0x00, 0x14]), keyHash]);
  const scriptCode = Buffer.concat([Buffer.from('1976a914', 'hex'), keyHash, Buffer.from('88ac', 'hex')]);

  return {
    address: bech32.encode(prefix, [0, ...bech32.toWords(keyHash)]),
    script: script.toString('hex'),
    sign: (payment) => serialise(payment, (input) => witness(payment, input)),
  };

  function witness(payment: TestPayment, input: TestPayment['inputs'][number]): Buffer {
    const digest = sha256d(signedMessage(payment, input, scriptCode));
    const signature = secp256k1.sign(digest, key, { prehash: false, format: 'der', lowS: true });
    const stack = [Buffer.from([...signature, 0x01]), Buffer.from(publicKey)];
    return Buffer.concat([Buffer.from([2]), ...stack.flatMap((item) => [Buffer.from([item.length]), item])]);
  }
}

/**
 * The same on Bitcoin Cash, which has no witnesses: the signature is in the input and says that it is for this chain.
 */
export function makeCashWallet(key: Uint8Array = randomBytes(32)): TestWallet {
  const publicKey = secp256k1.getPublicKey(key, true);
  const keyHash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest();
  const { canonical: address, script } = utxoAddressOfKeyHash('BCH', keyHash, 'regtest');
  const scriptCode = Buffer.from(`19${script}`, 'hex');
  const forThisChain = 0x41;

  return {
    address,
    script,
    sign: (payment) =>
      Buffer.concat([
        uint32(2),
        Buffer.from([payment.inputs.length]),
        ...payment.inputs.flatMap((input) => [outpoint(input), unlocking(payment, input), sequence(input)]),
        Buffer.from([payment.outputs.length]),
        ...payment.outputs.map(output),
        uint32(payment.lockTime ?? 0),
      ]).toString('hex'),
  };

  function unlocking(payment: TestPayment, input: TestPayment['inputs'][number]): Buffer {
    const digest = sha256d(signedMessage(payment, input, scriptCode, forThisChain));
    const signature = secp256k1.sign(digest, key, { prehash: false, format: 'der', lowS: true });
    const items = [Buffer.from([...signature, forThisChain]), Buffer.from(publicKey)];
    const script = Buffer.concat(items.flatMap((item) => [Buffer.from([item.length]), item]));
    return Buffer.concat([Buffer.from([script.length]), script]);
  }
}

/** A script of nobody, for money that goes elsewhere. */
export function strangerScript(network: UtxoNetwork = 'BTC'): string {
  const hash = randomBytes(20).toString('hex');
  return network === 'BCH' ? `76a914${hash}88ac` : `0014${hash}`;
}

/** The content that a witness signature commits to (BIP-143). */
function signedMessage(
  payment: TestPayment,
  input: TestPayment['inputs'][number],
  scriptCode: Buffer,
  hashType = 0x01,
): Buffer {
  return Buffer.concat([
    uint32(2),
    sha256d(Buffer.concat(payment.inputs.map(outpoint))),
    sha256d(Buffer.concat(payment.inputs.map(sequence))),
    outpoint(input),
    scriptCode,
    uint64(input.valueMinor),
    sequence(input),
    sha256d(Buffer.concat(payment.outputs.map(output))),
    uint32(payment.lockTime ?? 0),
    uint32(hashType),
  ]);
}

function serialise(payment: TestPayment, witnessOf: (input: TestPayment['inputs'][number]) => Buffer): string {
  return Buffer.concat([
    uint32(2),
    Buffer.from([0, 1, payment.inputs.length]),
    ...payment.inputs.flatMap((input) => [outpoint(input), Buffer.from([0]), sequence(input)]),
    Buffer.from([payment.outputs.length]),
    ...payment.outputs.map(output),
    ...payment.inputs.map(witnessOf),
    uint32(payment.lockTime ?? 0),
  ]).toString('hex');
}

function outpoint({ txid, n }: { txid: string; n: number }): Buffer {
  return Buffer.concat([Buffer.from(txid, 'hex').reverse(), uint32(n)]);
}

function sequence(input: { sequence?: number }): Buffer {
  return uint32(input.sequence ?? 0xffffffff);
}

function output({ script, valueMinor }: { script: string; valueMinor: bigint }): Buffer {
  return Buffer.concat([uint64(valueMinor), Buffer.from([script.length / 2]), Buffer.from(script, 'hex')]);
}

function sha256d(data: Buffer): Buffer {
  const once = createHash('sha256').update(data).digest();
  return createHash('sha256').update(once).digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
