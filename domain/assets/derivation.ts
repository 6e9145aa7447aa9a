import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { utxoAddressOfKeyHash } from '../address/bitcoin.ts';
import { evmAddressOfKey } from '../address/evm.ts';
import { hash160 } from '../address/hashes.ts';
import { tronAddressOfKey } from '../address/tron.ts';
import { xrpAddressOfKey } from '../address/xrp.ts';
import { type ChainKind, isUtxoNetwork, type Network } from './assets.ts';
import { childPoint, type ParentKey, type PublicPoint, parentKey } from './child-key.ts';
import { destinationTagOf } from './destination-tags.ts';

export interface DerivedAddress {
  readonly address: string;
  /** As in `addresses.ts`. */
  readonly addressKey: string;
  /** XRP only: one account, a tag for each index. */
  readonly destinationTag: bigint | null;
}

/**
 * The receiving address with this index: external chain of the account, BIP-84 for BTC and LTC, BIP-44 for BCH, ETH and
 * TRON. A pure function of account key and index, so that seed and counter are enough to find every address again,
 * however many were never paid (hazard 20). XRP has one account, key 0, and a tag for each index.
 * @throws RangeError when the index is out of range or the account key cannot be used
 */
export function deriveAddress({ network, accountXpub, index, chain }: DeriveInput): DerivedAddress {
  const isXrp = network === 'XRP';
  const destinationTag = isXrp ? destinationTagOf(index) : null;
  checkIndex(index);
  const key = childPoint(chainOf(accountXpub, EXTERNAL), isXrp ? 0 : index);
  return { ...addressOfKey(network, key, chain), destinationTag };
}

/**
 * An address of the gateway's own, which no payer is given: the internal chain of the account, where change goes and,
 * with index 0, what pays on networks with accounts. XRP has the one account that payers pay to.
 * @throws RangeError when the index is out of range or the account key cannot be used
 */
export function deriveOwnAddress({
  network,
  accountXpub,
  index,
  chain,
}: DeriveInput): Omit<DerivedAddress, 'destinationTag'> {
  checkIndex(index);
  const key = childPoint(chainOf(accountXpub, network === 'XRP' ? EXTERNAL : INTERNAL), index);
  return addressOfKey(network, key, chain);
}

/** BIP-32: what is not hardened has 31 bits. */
function checkIndex(index: number): void {
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** 31)
    throw new RangeError(`derivation index ${index} is out of range`);
}

export interface DeriveInput {
  readonly network: Network;
  /** Extended public key of the account (depth 3), of any version prefix: xpub, zpub, tpub, vpub, Ltub, … */
  readonly accountXpub: string;
  readonly index: number;
  readonly chain: ChainKind;
}

/**
 * Refuses a text that is no extended public key of an account.
 * @throws RangeError with what is wrong; never with the key itself
 */
export function checkAccountXpub(accountXpub: string): void {
  chainOf(accountXpub, EXTERNAL);
}

/**
 * The extended public key of a network's account from a seed (BIP-44, BIP-84), with 'xpub' and 'tpub' as version
 * prefixes. For set-up and restore; running services on real chains hold no seed.
 */
export function accountXpubOf({ seed, network, chain, account = 0 }: AccountInput): string {
  const versions = chain === 'main' ? VERSIONS_MAIN : VERSIONS_TEST;
  return HDKey.fromMasterSeed(seed, versions).derive(accountPath(network, chain, account)).publicExtendedKey;
}

export interface AccountInput {
  readonly seed: Uint8Array;
  readonly network: Network;
  readonly chain: ChainKind;
  readonly account?: number;
}

/**
 * The private key of the account that an extended public key is of, if this seed has it: on the main chain or a test
 * chain, among its first accounts. For the signer, which must hold the key of what payers are given.
 */
export function accountKeyOf(seed: Uint8Array, network: Network, accountXpub: string): HDKey | null {
  const expected = readAccount(accountXpub);
  const root = HDKey.fromMasterSeed(seed);
  for (const chain of ['main', 'test'] as const) {
    for (let account = 0; account < ACCOUNTS_TRIED; account += 1) {
      const found = root.derive(accountPath(network, chain, account));
      if (isSameKey(found.publicKey, expected.publicKey) && isSameKey(found.chainCode, expected.chainCode))
        return found;
    }
  }
  return null;
}

const ACCOUNTS_TRIED = 5;

function isSameKey(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The path of a network's account, e.g. `m/84'/0'/0'`; coin type 1 on every test chain (SLIP-44). */
export function accountPath(network: Network, chain: ChainKind, account = 0): string {
  const { purpose, coin } = PATHS[network];
  return `m/${purpose}'/${chain === 'main' ? coin : 1}'/${account}'`;
}

/** Purposes of BIP-44 and BIP-84, coin types of SLIP-44. */
const PATHS: Readonly<Record<Network, { purpose: number; coin: number }>> = {
  BTC: { purpose: 84, coin: 0 },
  LTC: { purpose: 84, coin: 2 },
  BCH: { purpose: 44, coin: 145 },
  ETH: { purpose: 44, coin: 60 },
  TRON: { purpose: 44, coin: 195 },
  XRP: { purpose: 44, coin: 144 },
};

const VERSIONS_MAIN = { private: 0x0488ade4, public: 0x0488b21e };
const VERSIONS_TEST = { private: 0x04358394, public: 0x043587cf };
const ACCOUNT_DEPTH = 3;
const base58check = createBase58check(sha256);

const EXTERNAL = 0;
const INTERNAL = 1;

/** Deriving a chain's node costs as much as an address; there are twelve accounts at most, so they are kept. */
const chains = new Map<string, ParentKey>();
const MAX_CACHED = 64;

function chainOf(accountXpub: string, branch: typeof EXTERNAL | typeof INTERNAL): ParentKey {
  const name = `${branch} ${accountXpub}`;
  const cached = chains.get(name);
  if (cached !== undefined) return cached;
  const chain = parentKey(readAccount(accountXpub).deriveChild(branch));
  if (chains.size >= MAX_CACHED) chains.clear();
  chains.set(name, chain);
  return chain;
}

function readAccount(accountXpub: string): HDKey {
  let account: HDKey;
  try {
    const version = new DataView(base58check.decode(accountXpub).slice(0, 4).buffer).getUint32(0);
    account = HDKey.fromExtendedKey(accountXpub, { public: version, private: 0 });
  } catch (cause) {
    throw new RangeError('not an extended public key', { cause });
  }
  if (account.depth !== ACCOUNT_DEPTH)
    throw new RangeError(`an account key has depth 3, this one has ${account.depth}`);
  return account;
}

function addressOfKey(network: Network, key: PublicPoint, chain: ChainKind): { address: string; addressKey: string } {
  if (isUtxoNetwork(network)) {
    const { canonical, script } = utxoAddressOfKeyHash(network, hash160(key.toBytes(true)), chain);
    return { address: canonical, addressKey: script };
  }
  switch (network) {
    case 'ETH': {
      const address = evmAddressOfKey(key.toBytes(false));
      return { address, addressKey: address.toLowerCase() };
    }
    case 'TRON': {
      const address = tronAddressOfKey(key.toBytes(false));
      return { address, addressKey: address };
    }
    case 'XRP': {
      const address = xrpAddressOfKey(key.toBytes(true));
      return { address, addressKey: address };
    }
    default:
      return network satisfies never;
  }
}
