import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Writer } from 'protobufjs/minimal.js';
import { tronAddressHex, tronAddressOfKey } from '../address/tron.ts';

/** How long a wallet may take until its transaction no longer fits into a block. */
export const TRON_TRANSFER_LIFE_MS = 5 * 60_000;

/** The most that a transfer of a token may burn, which is the usual limit of wallets; the prices in force decide. */
const FEE_LIMIT_SUN = 100_000_000;

export interface TronTransfer {
  readonly from: string;
  readonly to: string;
  /** The contract of the token; null for TRX. */
  readonly token: string | null;
  /** Sun, or units of the token. */
  readonly minor: bigint;
  /** A block of the chain, which the transaction is good after. */
  readonly head: { readonly height: number; readonly hash: string };
  readonly nowMs: number;
}

/** A transaction as wallets sign it: the JSON of nodes, with addresses in hex. */
export interface UnsignedTron {
  readonly visible: false;
  readonly txID: string;
  readonly raw_data: object;
  readonly raw_data_hex: string;
}

const TYPES = { TransferContract: 1, TriggerSmartContract: 31 } as const;

/**
 * A payment that its payer's wallet has to sign. Bytes by `core/Tron.proto` of java-tron; TronWeb makes the same, and
 * needs half a second and 30 MB to load, on the thread that answers everybody.
 * @throws DomainError `address_invalid`, RangeError for an amount beyond what JSON numbers can say
 */
export function tronTransfer({ from, to, token, minor, head, nowMs }: TronTransfer): UnsignedTron {
  const [owner_address, to_address] = [tronAddressHex(from), tronAddressHex(to)];
  const value =
    token === null
      ? { owner_address, to_address, amount: exact(minor) }
      : { owner_address, contract_address: tronAddressHex(token), data: transferData(to_address, minor) };
  const type = token === null ? 'TransferContract' : 'TriggerSmartContract';
  const raw_data = {
    contract: [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }],
    ref_block_bytes: head.height.toString(16).padStart(16, '0').slice(-4),
    ref_block_hash: head.hash.slice(16, 32),
    expiration: nowMs + TRON_TRANSFER_LIFE_MS,
    timestamp: nowMs,
    ...(token === null ? {} : { fee_limit: FEE_LIMIT_SUN }),
  } as const;
  const bytes = encode(raw_data, value, type);
  return { visible: false, txID: bytesToHex(sha256(bytes)), raw_data, raw_data_hex: bytesToHex(bytes) };
}

/** The account of a signature: 65 bytes in hex, of which the last is 0, 1, 27 or 28; null if it is not valid. */
export function tronSigner(txid: string, signature: string): string | null {
  try {
    const bytes = hexToBytes(signature);
    const recovery = (bytes[64] ?? 255) % 27;
    const { Signature } = secp256k1;
    const point = Signature.fromBytes(bytes.slice(0, 64)).addRecoveryBit(recovery).recoverPublicKey(hexToBytes(txid));
    return tronAddressOfKey(point.toBytes(false));
  } catch {
    return null;
  }
}

/** `transfer(address,uint256)` of a token, with an address in hex. */
export function transferData(to: string, minor: bigint): string {
  return `a9059cbb${to.slice(2).padStart(64, '0')}${minor.toString(16).padStart(64, '0')}`;
}

type Value =
  | { readonly owner_address: string; readonly to_address: string; readonly amount: number }
  | { readonly owner_address: string; readonly contract_address: string; readonly data: string };

interface RawData {
  readonly contract: readonly [{ readonly parameter: { readonly type_url: string } }];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly fee_limit?: number;
}

/** The numbers are those of the fields in the messages `raw`, `Contract`, `Any` and those of each contract. */
function encode(raw: RawData, value: Value, type: keyof typeof TYPES): Uint8Array {
  const inner = new Writer();
  bytesField(inner, 1, value.owner_address);
  if ('amount' in value) {
    bytesField(inner, 2, value.to_address);
    numberField(inner, 3, value.amount);
  } else {
    bytesField(inner, 2, value.contract_address);
    bytesField(inner, 4, value.data);
  }
  const any = new Writer();
  any.uint32(tag(1, 2)).string(raw.contract[0].parameter.type_url);
  any.uint32(tag(2, 2)).bytes(inner.finish());
  const contract = new Writer();
  numberField(contract, 1, TYPES[type]);
  contract.uint32(tag(2, 2)).bytes(any.finish());
  const whole = new Writer();
  bytesField(whole, 1, raw.ref_block_bytes);
  bytesField(whole, 4, raw.ref_block_hash);
  numberField(whole, 8, raw.expiration);
  whole.uint32(tag(11, 2)).bytes(contract.finish());
  numberField(whole, 14, raw.timestamp);
  if (raw.fee_limit !== undefined) numberField(whole, 18, raw.fee_limit);
  return whole.finish();
}

function bytesField(writer: Writer, field: number, hex: string): void {
  writer.uint32(tag(field, 2)).bytes(hexToBytes(hex));
}

function numberField(writer: Writer, field: number, value: number): void {
  writer.uint32(tag(field, 0)).int64(value);
}

const tag = (field: number, wire: number) => (field << 3) | wire;

function exact(minor: bigint): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${minor} sun cannot be written exactly.`);
  return value;
}
