import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type ChainKind, NETWORKS, type Network } from './assets.ts';
import { accountXpubOf } from './derivation.ts';

/** Twenty-four new words (BIP-39, 256 bits). For set-up only: running services hold no seed. */
export function newMnemonic(): string {
  return generateMnemonic(wordlist, 256);
}

/**
 * The extended public account keys of every network from one set of words.
 * @throws RangeError when the words are no BIP-39 phrase
 */
export function accountXpubsOf(mnemonic: string, chain: ChainKind): Record<Network, string> {
  if (!validateMnemonic(mnemonic, wordlist)) throw new RangeError('the words are no BIP-39 phrase');
  const seed = mnemonicToSeedSync(mnemonic);
  const xpubs = NETWORKS.map((network) => [network, accountXpubOf(seed, network, chain)] as const);
  return Object.fromEntries(xpubs) as Record<Network, string>;
}
