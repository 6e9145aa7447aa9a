import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { ChainKind, UtxoNetwork } from '../assets/assets.ts';
import { decodeCashAddr, encodeCashAddr } from './cashaddr.ts';
import { toHex } from './hashes.ts';
import { attempt, refuseAddress } from './refusal.ts';

export interface UtxoAddress {
  /** The form we show: CashAddr with prefix, bech32 in small letters, else as given. */
  readonly canonical: string;
  /** The output script in hex: what the chain really pays to. */
  readonly script: string;
}

/**
 * Reads an address of Bitcoin's family as the script it pays to. BTC and LTC: legacy, P2SH, bech32 (witness version 0)
 * and bech32m (1 and above, BIP-350; hazard 19). LTC: `M…` and the old `3…` are one script, MWEB addresses are refused
 * (hazard 18). BCH: CashAddr with and without prefix, and legacy (hazard 17).
 * @throws DomainError `address_invalid` with the reason in words
 */
export function parseUtxoAddress(network: UtxoNetwork, text: string, chain: ChainKind): UtxoAddress {
  const params = PARAMS[network][chain];
  refuseOtherCoins(network, text);
  const legacy = attempt(() => base58check.decode(text));
  if (legacy !== null) return parseLegacy(text, legacy, params);
  if (params.cashPrefix !== undefined) {
    const address = decodeCashAddr(text, params.cashPrefix);
    return { canonical: encodeCashAddr(address, params.cashPrefix), script: scriptOfHash(address.type, address.hash) };
  }
  return parseSegwit(text, params.hrp);
}

/** Whether signatures are in the witness of a transaction (BIP-141), where they weigh less and change no id. */
export function hasWitnesses(network: UtxoNetwork): boolean {
  return PARAMS[network].main.hrp !== null;
}

/**
 * The address of a P2WPKH output (BIP-84) on chains with witnesses, of a P2PKH output in CashAddr for BCH. `keyHash`
 * has 20 bytes.
 */
export function utxoAddressOfKeyHash(network: UtxoNetwork, keyHash: Uint8Array, chain: ChainKind): UtxoAddress {
  const params = PARAMS[network][chain];
  if (params.cashPrefix !== undefined) {
    const canonical = encodeCashAddr({ type: 'p2pkh', hash: keyHash }, params.cashPrefix);
    return { canonical, script: scriptOfHash('p2pkh', keyHash) };
  }
  return { canonical: encodeSegwit(params.hrp, 0, keyHash), script: witnessScript(0, keyHash) };
}

/** A witness program as an address: bech32 for version 0, bech32m from 1 on (BIP-173, BIP-350). */
export function encodeSegwit(hrp: string, version: number, program: Uint8Array): string {
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(hrp, [version, ...coder.toWords(program)]);
}

/** A key or script hash as a legacy address; the version byte says which. */
export function encodeLegacy(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}

type Params = Versions & (WithWitnesses | WithCashAddr);

interface Versions {
  readonly keyVersion: number;
  /** The first is today's, others are older writings of the same script. */
  readonly scriptVersions: readonly number[];
}

interface WithWitnesses {
  /** The prefix of bech32 addresses. */
  readonly hrp: string;
  readonly cashPrefix?: undefined;
}

interface WithCashAddr {
  readonly hrp: null;
  readonly cashPrefix: string;
}

const TEST = { keyVersion: 0x6f, scriptVersions: [0xc4] } as const;
const LTC_TEST = { keyVersion: 0x6f, scriptVersions: [0x3a, 0xc4] } as const;

/** Chain parameters as in the reference nodes' chainparams. */
const PARAMS: Readonly<Record<UtxoNetwork, Readonly<Record<ChainKind, Params>>>> = {
  BTC: {
    main: { keyVersion: 0x00, scriptVersions: [0x05], hrp: 'bc' },
    test: { ...TEST, hrp: 'tb' },
    regtest: { ...TEST, hrp: 'bcrt' },
  },
  LTC: {
    main: { keyVersion: 0x30, scriptVersions: [0x32, 0x05], hrp: 'ltc' },
    test: { ...LTC_TEST, hrp: 'tltc' },
    regtest: { ...LTC_TEST, hrp: 'rltc' },
  },
  BCH: {
    main: { keyVersion: 0x00, scriptVersions: [0x05], hrp: null, cashPrefix: 'bitcoincash' },
    test: { ...TEST, hrp: null, cashPrefix: 'bchtest' },
    regtest: { ...TEST, hrp: null, cashPrefix: 'bchreg' },
  },
};

const base58check = createBase58check(sha256);

/** Says plainly what is wrong where the writing of an address tells another coin, or a form that cannot be paid. */
function refuseOtherCoins(network: UtxoNetwork, text: string): void {
  const lower = text.toLowerCase();
  if (/^(ltcmweb|tmweb)1/.test(lower)) {
    throw refuseAddress(
      'Litecoin MWEB addresses (ltcmweb1…) cannot be paid. Please give an address that begins with ltc1, L or M.',
    );
  }
  const owner = /^(bc|tb|bcrt)1/.test(lower)
    ? 'BTC'
    : /^(ltc|tltc|rltc)1/.test(lower)
      ? 'LTC'
      : /^(bitcoincash|bchtest|bchreg):/.test(lower)
        ? 'BCH'
        : network;
  if (owner !== network) throw refuseAddress(`This is an address of ${NAMES[owner]}, not of ${NAMES[network]}.`);
}

const NAMES: Readonly<Record<UtxoNetwork, string>> = { BTC: 'Bitcoin', LTC: 'Litecoin', BCH: 'Bitcoin Cash' };

function parseLegacy(text: string, decoded: Uint8Array, params: Params): UtxoAddress {
  const version = decoded[0];
  const hash = decoded.slice(1);
  if (version === undefined || hash.length !== 20) throw refuseAddress('The address has the wrong length.');
  if (version === params.keyVersion) {
    const canonical =
      params.cashPrefix === undefined ? text : encodeCashAddr({ type: 'p2pkh', hash }, params.cashPrefix);
    return { canonical, script: scriptOfHash('p2pkh', hash) };
  }
  if (params.scriptVersions.includes(version)) {
    const today = params.scriptVersions[0] ?? version;
    const canonical =
      params.cashPrefix === undefined
        ? encodeLegacy(today, hash)
        : encodeCashAddr({ type: 'p2sh', hash }, params.cashPrefix);
    return { canonical, script: scriptOfHash('p2sh', hash) };
  }
  throw refuseAddress('This address belongs to another coin or another chain.');
}

function parseSegwit(text: string, hrp: string): UtxoAddress {
  const plain = attempt(() => bech32.decode(text as `${string}1${string}`));
  const modified = attempt(() => bech32m.decode(text as `${string}1${string}`));
  const decoded = plain ?? modified;
  if (decoded === null) throw refuseAddress('The address could not be read: please check it for typing errors.');
  if (decoded.prefix !== hrp) throw refuseAddress(`The address must begin with ${hrp}1.`);
  const [version, ...words] = decoded.words;
  const program = attempt(() => bech32.fromWords(words));
  if (version === undefined || version > 16 || program === null) throw refuseAddress('The address could not be read.');
  if ((version === 0) !== (plain !== null)) {
    throw refuseAddress('The checksum does not belong to this kind of address: taproot needs bech32m.');
  }
  const fits =
    version === 0 ? program.length === 20 || program.length === 32 : program.length >= 2 && program.length <= 40;
  if (!fits) throw refuseAddress('The address has the wrong length.');
  return { canonical: text.toLowerCase(), script: witnessScript(version, program) };
}

function scriptOfHash(type: 'p2pkh' | 'p2sh', hash: Uint8Array): string {
  if (type === 'p2pkh') return `76a914${toHex(hash)}88ac`;
  return hash.length === 32 ? `aa20${toHex(hash)}87` : `a914${toHex(hash)}87`;
}

function witnessScript(version: number, program: Uint8Array): string {
  const opcode = version === 0 ? 0 : 0x50 + version;
  return toHex(Uint8Array.of(opcode, program.length, ...program));
}
