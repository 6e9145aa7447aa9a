import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { evmAddressOfKey } from '../address/evm.ts';
import { sha512Half } from '../address/hashes.ts';
import { attempt } from '../address/refusal.ts';
import { signedTextDigest } from '../address/signed-message.ts';
import { tronAddressOfKey } from '../address/tron.ts';
import { xrpAddressOfKey } from '../address/xrp.ts';
import type { Network } from '../assets/assets.ts';

/** Networks whose payments name the account they come from. Coins of Bitcoin's family only name what they spend. */
export type SigningNetwork = Extract<Network, 'ETH' | 'TRON' | 'XRP'>;

const TITLES = { ETH: 'Ethereum', TRON: 'TRON', XRP: 'XRP Ledger' } as const satisfies Record<SigningNetwork, string>;

/** Whether senders of this network can prove by a signature that a payment was theirs. */
export function canSign(network: Network): network is SigningNetwork {
  return Object.hasOwn(TITLES, network);
}

/** How long a message can be signed and sent. */
export const MESSAGE_LIFE_MS = 60 * 60_000;

export interface SignedRequest {
  readonly network: SigningNetwork;
  readonly invoiceId: string;
  /** The page's own host, so that a wallet's owner notices another one. */
  readonly host: string;
  readonly address: string;
  readonly destinationTag: string | null;
  /** Whole seconds. */
  readonly untilMs: number;
}

/**
 * The text that the sender signs. It names the recipient, so that nobody can use the signature for another address, and
 * the invoice, the network and the deadline, so that it is of no use anywhere else or later. ASCII, because some
 * wallets show nothing else.
 */
export function refundMessage({ network, invoiceId, host, address, destinationTag, untilMs }: SignedRequest): string {
  return [
    `Refund request on ${host}`,
    'I sent the payment for this invoice and ask for the refund to the address below.',
    `Invoice: ${invoiceId}`,
    `Network: ${TITLES[network]}`,
    `Refund to: ${address}`,
    ...(destinationTag === null ? [] : [`Destination tag: ${destinationTag}`]),
    `Valid until: ${new Date(untilMs).toISOString()}`,
  ].join('\n');
}

export interface Signature {
  /** Hex, with or without `0x`. */
  readonly signature: string;
  /** Hex; only of the XRP Ledger, whose signatures do not tell the key. */
  readonly publicKey: string | null;
}

/**
 * The account that signed the text, as payments name it; null for what is no signature. Ethereum: EIP-191, version E
 * (`personal_sign`). TRON: TIP-191 (`signMessageV2`). XRP Ledger: as `ripple-keypairs` signs text, by either curve.
 * Contract wallets (EIP-1271) have no key, so they never match.
 */
export function signerOf(network: SigningNetwork, message: string, { signature, publicKey }: Signature): string | null {
  return attempt(() => {
    const bytes = hexToBytes(signature.replace(/^0x/i, ''));
    if (network === 'XRP') return xrpSigner(message, bytes, hexToBytes(publicKey ?? ''));
    const key = recoverKey(signedTextDigest(network, utf8ToBytes(message)), bytes);
    return network === 'ETH' ? evmAddressOfKey(key).toLowerCase() : tronAddressOfKey(key);
  });
}

/** 65 bytes, of which the last is 0, 1, 27 or 28. A signature with a high `s` is a copy that anyone can make. */
function recoverKey(digest: Uint8Array, bytes: Uint8Array): Uint8Array {
  const last = bytes[64] ?? 255;
  const recovery = last >= 27 ? last - 27 : last;
  if (bytes.length !== 65 || recovery > 1) throw new RangeError('This is no recoverable signature.');
  const signature = secp256k1.Signature.fromBytes(bytes.slice(0, 64)).addRecoveryBit(recovery);
  if (signature.hasHighS()) throw new RangeError('The signature is not canonical.');
  return signature.recoverPublicKey(digest).toBytes(false);
}

const ED25519_PREFIX = 0xed;

function xrpSigner(message: string, signature: Uint8Array, key: Uint8Array): string | null {
  const text = utf8ToBytes(message);
  const isSigned =
    key[0] === ED25519_PREFIX
      ? ed25519.verify(signature, text, key.slice(1))
      : secp256k1.verify(signature, sha512Half(text), key, { format: 'der', prehash: false });
  return isSigned ? xrpAddressOfKey(key) : null;
}
