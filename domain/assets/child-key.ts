import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import type { HDKey } from '@scure/bip32';

const { Point } = secp256k1;

/** A point of the curve: a public key. */
export type PublicPoint = InstanceType<typeof Point>;

/** An extended public key with its point at hand. */
export interface ParentKey {
  readonly key: HDKey;
  readonly point: PublicPoint;
}

/** @throws RangeError when the key has no public part */
export function parentKey(key: HDKey): ParentKey {
  if (key.publicKey === null || key.chainCode === null) throw new RangeError('the account key has no public key');
  return { key, point: Point.fromBytes(key.publicKey) };
}

/**
 * The public key of a normal child (BIP-32, CKDpub), the same as `HDKey.deriveChild` gives in less than half the time:
 * the parent's point is not decoded again, and the multiplication need not take constant time, as nothing in it is
 * secret.
 */
export function childPoint({ key, point }: ParentKey, index: number): PublicPoint {
  const { publicKey, chainCode } = key;
  if (publicKey === null || chainCode === null) throw new RangeError('the account key has no public key');
  const data = new Uint8Array(37);
  data.set(publicKey);
  new DataView(data.buffer).setUint32(33, index);
  const tweak = scalarOf(hmac(sha512, chainCode, data).subarray(0, 32));
  // BIP-32 names these and no one will see them; the library knows what to do then.
  if (tweak === 0n || tweak >= Point.Fn.ORDER) return parentKey(key.deriveChild(index)).point;
  return point.add(Point.BASE.multiplyUnsafe(tweak));
}

function scalarOf(bytes: Uint8Array): bigint {
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex);
}
