import type { Chain } from '../../db/chain/cursor.ts';
import { accountKeyOf } from '../../domain/assets/derivation.ts';
import { seedOf } from '../../domain/assets/seed.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import type { SigningKeys } from './family.ts';

/** The private keys of this process. They are in its memory only: nothing of them is written, logged or sent. */
export interface KeyRing {
  /**
   * The keys of a network's account. @throws DomainError `configuration_invalid` where this process has none that fit
   */
  of(chain: Chain): SigningKeys;
}

/**
 * Derives the keys of all accounts from seed phrases. Real chains in production use only the keystore's phrase, because
 * everyone who can read the configuration knows the sandbox's.
 * @param keystoreWords the content of the keystore; undefined if none is configured
 */
export function openKeyRing(
  config: Pick<Config, 'nodeEnv' | 'chains' | 'accountXpubs' | 'sandboxWords'>,
  keystoreWords: string | undefined,
): KeyRing {
  const seeds = { keystore: seedsOf(keystoreWords), sandbox: seedsOf(config.sandboxWords) };
  const opened = new Map<string, SigningKeys>();
  return {
    of({ mode, network }) {
      const name = `${mode}:${network}`;
      const known = opened.get(name);
      if (known !== undefined) return known;
      const mayUseSandbox = mode === 'sandbox' || isSimulated(config, mode, network);
      const keys = findKeys({ mode, network }, config.accountXpubs[mode][network], [
        ...(mayUseSandbox ? seeds.sandbox : []),
        ...seeds.keystore,
      ]);
      opened.set(name, keys);
      return keys;
    },
  };
}

function seedsOf(words: string | undefined): Uint8Array[] {
  return words === undefined ? [] : [seedOf(words)];
}

/** The account whose addresses payers see: the signer must be able to spend what they pay. */
function findKeys({ mode, network }: Chain, xpub: string | undefined, seeds: readonly Uint8Array[]): SigningKeys {
  for (const seed of seeds) {
    const account = xpub === undefined ? null : accountKeyOf(seed, network, xpub);
    if (account !== null) return keysOf(account);
  }
  throw new DomainError('configuration_invalid', {
    message: `The signer has no key for the account of ${network} in ${mode} mode: its keystore holds other words.`,
  });
}

function keysOf(account: NonNullable<ReturnType<typeof accountKeyOf>>): SigningKeys {
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const;
  const derive: SigningKeys['key'] = (branch, index) => {
    const { privateKey, publicKey } = branches[branch].deriveChild(index);
    if (privateKey === null || publicKey === null) throw new Error('A child of a private key has one.');
    return { privateKey, publicKey };
  };
  // The account that pays on networks of accounts signs every payout.
  const paying = derive(1, 0);
  return { key: (branch, index) => (branch === 1 && index === 0 ? paying : derive(branch, index)) };
}
