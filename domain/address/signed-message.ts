import { utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from './hashes.ts';

const NAMES = { ETH: 'Ethereum', TRON: 'TRON' } as const;

/**
 * The digest that wallets sign of a text: EIP-191, version E, on Ethereum, TIP-191 on TRON. It begins with a byte that
 * no transaction of those networks begins with.
 */
export function signedTextDigest(network: keyof typeof NAMES, text: Uint8Array): Uint8Array {
  const head = utf8ToBytes(`\x19${NAMES[network]} Signed Message:\n${text.length}`);
  return keccak256(Uint8Array.of(...head, ...text));
}
