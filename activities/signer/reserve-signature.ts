import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hash160, sha512Half } from '../../domain/address/hashes.ts';
import { signedTextDigest } from '../../domain/address/signed-message.ts';
import type { Network } from '../../domain/assets/assets.ts';
import { type ReserveMessage, reserveMessage } from '../../domain/reserves/message.ts';

export interface MessageKey {
  readonly privateKey: Uint8Array;
  /** Compressed. */
  readonly publicKey: Uint8Array;
}

/**
 * Signs that the gateway has the key of an address, as wallets of the network verify messages: BIP-322 (BTC, LTC),
 * signed messages of Bitcoin (BCH), EIP-191 (ETH), TIP-191 (TRON), and as `ripple-keypairs` does (XRP). It takes the
 * parts of a message, never a text or a digest, and what it hashes can be no transaction of that network.
 */
export function signReserveMessage(message: ReserveMessage, key: MessageKey): string {
  return FORMS[message.network](Buffer.from(reserveMessage(message)), key);
}

type Form = (text: Buffer, key: MessageKey) => string;

const FORMS: Readonly<Record<Network, Form>> = {
  BTC: signBip322,
  LTC: signBip322,
  BCH: signBitcoinMessage,
  ETH: (text, key) => signRecoverably(signedTextDigest('ETH', text), key),
  TRON: (text, key) => signRecoverably(signedTextDigest('TRON', text), key),
  XRP: (text, { privateKey }) => {
    // A transaction of XRP begins with "STX" and a zero byte where this text begins with our name.
    const signature = secp256k1.sign(sha512Half(text), privateKey, { prehash: false, format: 'der', lowS: true });
    return Buffer.from(signature).toString('hex').toUpperCase();
  },
};

/** As the RPC `verifymessage` of the nodes reads it. Exported for a vector that others have published. */
export function signBitcoinMessage(text: Buffer, key: MessageKey): string {
  const [recovery = 0, ...rest] = recoverable(sha256d(prefixed('Bitcoin Signed Message:\n', text)), key);
  // 31: the address is of the compressed key.
  return Buffer.from([31 + recovery, ...rest]).toString('base64');
}

function signRecoverably(digest: Uint8Array, key: MessageKey): string {
  const [recovery = 0, ...rest] = recoverable(digest, key);
  return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
}

function recoverable(digest: Uint8Array, { privateKey }: MessageKey): Uint8Array {
  return secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered', lowS: true });
}

/**
 * The simple form of BIP-322 for P2WPKH: the witness of a virtual transaction (version 0) that spends an output which
 * commits to the message and is on no chain. Exported for the BIP's own test vectors.
 */
export function signBip322(text: Buffer, { privateKey, publicKey }: MessageKey): string {
  const keyHash = Buffer.from(hash160(publicKey));
  const spent = Buffer.concat([sha256d(toSpend(text, keyHash)), uint32(0)]);
  const output = Buffer.concat([Buffer.alloc(8), Buffer.from('016a', 'hex')]);
  // BIP-143.
  const digest = sha256d(
    Buffer.concat([
      uint32(0),
      sha256d(spent),
      sha256d(uint32(0)),
      spent,
      Buffer.from(`1976a914${keyHash.toString('hex')}88ac`, 'hex'),
      Buffer.alloc(8),
      uint32(0),
      sha256d(output),
      uint32(0),
      uint32(SIGHASH_ALL),
    ]),
  );
  const der = secp256k1.sign(digest, privateKey, { prehash: false, format: 'der', lowS: true });
  const signature = Buffer.from([...der, SIGHASH_ALL]);
  return Buffer.from([2, signature.length, ...signature, publicKey.length, ...publicKey]).toString('base64');
}

const SIGHASH_ALL = 1;

/** The virtual transaction whose output is spent: its input commits to the message. */
function toSpend(text: Buffer, keyHash: Buffer): Buffer {
  const tag = createHash('sha256').update('BIP0322-signed-message').digest();
  const message = createHash('sha256').update(tag).update(tag).update(text).digest();
  return Buffer.concat([
    uint32(0),
    Buffer.from([1]),
    Buffer.alloc(32),
    uint32(0xffffffff),
    Buffer.from([34, 0, 32]),
    message,
    uint32(0),
    Buffer.from([1]),
    Buffer.alloc(8),
    Buffer.from([22, 0, 20]),
    keyHash,
    uint32(0),
  ]);
}

/** Both texts with their lengths before them; the message is shorter than 65,536 bytes. */
function prefixed(words: string, text: Buffer): Buffer {
  const length =
    text.length < 253 ? Buffer.from([text.length]) : Buffer.from([253, text.length & 255, text.length >> 8]);
  return Buffer.concat([Buffer.from([words.length]), Buffer.from(words), length, text]);
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function sha256d(bytes: Buffer): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}
