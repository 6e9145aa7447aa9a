import { bech32 } from '@scure/base';
import { attempt, refuseAddress } from './refusal.ts';

/** The content of a CashAddr. Token-aware types (CHIP-2022-02) lock to the same scripts as the plain ones. */
export interface CashAddr {
  readonly type: 'p2pkh' | 'p2sh';
  readonly hash: Uint8Array;
}

/**
 * Reads a CashAddr, with or without its prefix (Bitcoin Cash "CashAddr" specification).
 * @throws DomainError `address_invalid`
 */
export function decodeCashAddr(text: string, prefix: string): CashAddr {
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    throw refuseAddress('The address mixes capitals and small letters.');
  const lower = text.toLowerCase();
  const [body = '', ownPrefix] = lower.split(':').reverse();
  if (ownPrefix !== undefined && ownPrefix !== prefix) throw refuseAddress(`The address must begin with ${prefix}:`);
  const words = readWords(body);
  if (words === null || words.length < CHECKSUM_WORDS + 1) throw refuseAddress('This is not a Bitcoin Cash address.');
  if (polymod([...prefixWords(prefix), ...words]) !== 0n)
    throw refuseAddress('The address has a typing error: its checksum is wrong.');
  const payload = attempt(() => bech32.fromWords(words.slice(0, -CHECKSUM_WORDS)));
  const version = payload?.[0];
  if (payload === null || version === undefined) throw refuseAddress('This is not a Bitcoin Cash address.');
  const type = TYPES[version >> 3];
  const hash = payload.slice(1);
  const fitting = type === 'p2pkh' ? hash.length === 20 : hash.length === 20 || hash.length === 32;
  if (type === undefined || hash.length !== HASH_BYTES[version & 7] || !fitting) {
    throw refuseAddress('This kind of Bitcoin Cash address is not known.');
  }
  return { type, hash };
}

/** A CashAddr with its prefix. The hash has 20 bytes, or 32 for pay-to-script-hash. */
export function encodeCashAddr({ type, hash }: CashAddr, prefix: string): string {
  const version = (TYPES.indexOf(type) << 3) | HASH_BYTES.indexOf(hash.length);
  const words = bech32.toWords(Uint8Array.of(version, ...hash));
  const check = polymod([...prefixWords(prefix), ...words, ...new Array<number>(CHECKSUM_WORDS).fill(0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, at) =>
    Number((check >> BigInt(5 * (CHECKSUM_WORDS - 1 - at))) & 31n),
  );
  return `${prefix}:${[...words, ...checksum].map((word) => CHARSET[word]).join('')}`;
}

/** The letters of bech32, in the order of their values; the grouping of bits is bech32's too. */
const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_WORDS = 8;
/** By the four type bits: plain, then token-aware. */
const TYPES: readonly CashAddr['type'][] = ['p2pkh', 'p2sh', 'p2pkh', 'p2sh'];
/** By the three size bits. */
const HASH_BYTES: readonly number[] = [20, 24, 28, 32, 40, 48, 56, 64];
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

function readWords(text: string): number[] | null {
  const words = Array.from(text, (letter) => CHARSET.indexOf(letter));
  return words.includes(-1) ? null : words;
}

/** The low five bits of each letter of the prefix, then a zero. */
function prefixWords(prefix: string): number[] {
  return [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];
}

/** The 40-bit BCH code of the CashAddr specification; 0 for a valid address. */
function polymod(words: readonly number[]): bigint {
  let check = 1n;
  for (const word of words) {
    const top = check >> 35n;
    check = ((check & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) check ^= generator;
    });
  }
  return check ^ 1n;
}
