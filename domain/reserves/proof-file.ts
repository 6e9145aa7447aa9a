import { bytesToHex } from '@noble/hashes/utils.js';
import type { GateId, Mode } from '../assets/assets.ts';
import type { Inclusion } from './tree.ts';

/** The file with which a merchant proves, without us, that the balances of one day are in the signed totals. */
export interface ReserveProofFile {
  readonly format: 'tidegate-reserves-proof';
  readonly version: 1;
  readonly mode: Mode;
  readonly day: string;
  readonly merchant_id: string;
  /** The signed statement of the day. */
  readonly statement: string;
  /** By which the statement was signed: 32 bytes of Ed25519, in base64url. */
  readonly public_key: string;
  readonly balances: readonly ReserveProofBalance[];
}

export interface ReserveProofBalance {
  readonly gate_id: GateId;
  /** In minor units. */
  readonly amount: string;
  readonly place: number;
  readonly salt: string;
  readonly path: readonly { readonly hash: string; readonly sum: string }[];
}

/** A merchant's part of one tree, as the file has it: bytes in hex, amounts in minor units. */
export function proofBalance(gateId: GateId, { amountMinor, place, salt, path }: Inclusion): ReserveProofBalance {
  return {
    gate_id: gateId,
    amount: String(amountMinor),
    place,
    salt: bytesToHex(salt),
    path: path.map(({ hash, sumMinor }) => ({ hash: bytesToHex(hash), sum: String(sumMinor) })),
  };
}
