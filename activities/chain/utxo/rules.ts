import { utxoAddressOfKeyHash } from '../../../domain/address/bitcoin.ts';
import { hash160 } from '../../../domain/address/hashes.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';

/** The differences between the chains when money is sent. Amounts in minor units. */
export interface UtxoRules {
  /**
   * An output of this much and less is dust for some node on the way: the largest of the nodes' own bounds, that of a
   * pay-to-public-key-hash output.
   */
  readonly dustMinor: bigint;
  /** Virtual bytes that spending one of our outputs takes. */
  readonly inputVbytes: bigint;
  /** The least fee that nodes accept, per virtual byte, and how much more for a replacement (BIP-125). */
  readonly relayRateMinor: bigint;
  /** The rate that is paid if the node has too little data. */
  readonly fallbackRateMinor: bigint;
  /** The input sequence: on chains that replace, one that says so (BIP-125). */
  readonly sequence: number;
  readonly replaceable: boolean;
}

const core = { inputVbytes: 68n, relayRateMinor: 1n, sequence: 0xfffffffd, replaceable: true } as const;

/**
 * From the nodes’ own policies: dust is 3 sat/vB over 182 bytes on Bitcoin, 30 on Litecoin. Bitcoin Cash keeps what it
 * saw first.
 */
export const UTXO_RULES: Readonly<Record<UtxoNetwork, UtxoRules>> = {
  BTC: { ...core, dustMinor: 546n, fallbackRateMinor: 20n },
  LTC: { ...core, dustMinor: 5_460n, fallbackRateMinor: 20n },
  BCH: {
    dustMinor: 546n,
    inputVbytes: 149n,
    relayRateMinor: 1n,
    fallbackRateMinor: 2n,
    sequence: 0xffffffff,
    replaceable: false,
  },
};

/** The script, in hex, of our address with this key: a witness key hash, on Bitcoin Cash a plain one. */
export function scriptOfKey(network: UtxoNetwork, publicKey: Uint8Array): string {
  return utxoAddressOfKeyHash(network, hash160(publicKey), 'main').script;
}
