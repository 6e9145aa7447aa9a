import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type ChainKind, NETWORKS, type Network } from './assets.ts';
import { accountXpubOf } from './derivation.ts';

/**
 * The extended public account keys of every network from one set of words.
 * @throws RangeError when the words are no BIP-39 phrase
 */
export function accountXpubsOf({ mnemonic, chain, account = 0 }: AccountsInput): Record<Network, string> {
  const seed = seedOf(mnemonic);
  const xpubs = NETWORKS.map((network) => [network, accountXpubOf({ seed, network, chain, account })] as const);
  return Object.fromEntries(xpubs) as Record<Network, string>;
}

export interface AccountsInput {
  readonly mnemonic: string;
  readonly chain: ChainKind;
  readonly account?: number;
}

/**
 * The seed that every key of these words is derived from.
 * @throws RangeError when the words are no BIP-39 phrase
 */
export function seedOf(mnemonic: string): Uint8Array {
  if (!validateMnemonic(mnemonic, wordlist)) throw new RangeError('the words are no BIP-39 phrase');
  return mnemonicToSeedSync(mnemonic);
}
