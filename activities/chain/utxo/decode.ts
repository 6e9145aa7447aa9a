import { hash } from 'node:crypto';
import { ChainUnavailableError } from '../port.ts';

/** An output of a transaction. */
export interface RawOutput {
  readonly n: number;
  readonly valueMinor: bigint;
  readonly script: Buffer;
}

export interface RawTransaction {
  readonly txid: string;
  /** `txid:n` of each input; empty for a coinbase. */
  readonly outpoints: readonly string[];
  readonly outputs: readonly RawOutput[];
  readonly coinbase: boolean;
  /** Litecoin's integrating transaction: its outputs after the first leave the MimbleWimble block (LIP-3). */
  readonly hogEx: boolean;
}

export interface RawBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly RawTransaction[];
}

/**
 * Parses a block in its binary form, which is the same for BTC, LTC and BCH and has integer amounts. The data that
 * Litecoin appends after the transactions (the MimbleWimble block) is not read.
 * @throws ChainUnavailableError if it is not a block
 */
export function decodeBlock(hex: string): RawBlock {
  const reader = new Reader(Buffer.from(hex, 'hex'));
  const header = reader.take(headerLength);
  const count = reader.size();
  const transactions: RawTransaction[] = [];
  for (let index = 0; index < count; index += 1) transactions.push(readTransaction(reader));
  return {
    hash: blockHash(header),
    parentHash: reversed(header.subarray(4, 36)),
    timeMs: header.readUInt32LE(68) * 1_000,
    transactions,
  };
}

/** Parses the header at the start of a block. @throws ChainUnavailableError if it is not one */
export function decodeHeader(hex: string): Omit<RawBlock, 'transactions'> {
  const header = new Reader(Buffer.from(hex, 'hex')).take(headerLength);
  return {
    hash: blockHash(header),
    parentHash: reversed(header.subarray(4, 36)),
    timeMs: header.readUInt32LE(68) * 1_000,
  };
}

/** Parses one transaction. @throws ChainUnavailableError if it is not one */
export function decodeTransaction(hex: string): RawTransaction {
  return readTransaction(new Reader(Buffer.from(hex, 'hex')));
}

const headerLength = 80;
const witnessFlag = 0x01;
const mwebFlag = 0x08;
const noTransaction = '00'.repeat(32);

function readTransaction(reader: Reader): RawTransaction {
  const version = reader.take(4);
  // Zero inputs mark the extended form; then the flags say what follows the outputs (BIP-144).
  let flags = 0;
  if (reader.peek() === 0) {
    reader.skip(1);
    flags = reader.byte();
  }
  const bodyStart = reader.position;
  const outpoints = readInputs(reader);
  const outputs = readOutputs(reader);
  const body = reader.since(bodyStart);
  if (flags & witnessFlag) for (let input = 0; input < outpoints.length; input += 1) reader.skipStack();
  // In a block, only the integrating transaction has this flag, with nothing after it. In the mempool the length of the
  // rest is unknown, but the lock time is always at the very end.
  const hogEx = (flags & mwebFlag) !== 0 && reader.byte() === 0;
  const lockTime = (flags & mwebFlag) !== 0 && !hogEx ? reader.last(4) : reader.take(4);
  const coinbase = outpoints.length === 1 && outpoints[0]?.startsWith(noTransaction) === true;
  return {
    txid: reversed(sha256(sha256(Buffer.concat([version, body, lockTime])))),
    outpoints: coinbase ? [] : outpoints,
    outputs,
    coinbase,
    hogEx,
  };
}

function readInputs(reader: Reader): string[] {
  const outpoints: string[] = [];
  for (let left = reader.size(); left > 0; left -= 1) {
    const txid = reversed(reader.take(32));
    outpoints.push(`${txid}:${reader.uint32()}`);
    reader.skip(reader.size());
    reader.skip(4);
  }
  return outpoints;
}

function readOutputs(reader: Reader): RawOutput[] {
  const outputs: RawOutput[] = [];
  const count = reader.size();
  for (let n = 0; n < count; n += 1) {
    const valueMinor = reader.uint64();
    outputs.push({ n, valueMinor, script: reader.take(reader.size()) });
  }
  return outputs;
}

function blockHash(header: Buffer): string {
  return reversed(sha256(sha256(header)));
}

function sha256(data: Buffer): Buffer {
  return hash('sha256', data, 'buffer');
}

const turned = Buffer.alloc(32);

/** Hashes are shown with their last byte first. */
function reversed(bytes: Buffer): string {
  for (let index = 0; index < 32; index += 1) turned[index] = bytes[31 - index] ?? 0;
  return turned.toString('hex');
}

/** Reads forward through bytes that a stranger sent. */
export class Reader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const start = this.position;
    this.skip(length);
    return this.#bytes.subarray(start, this.position);
  }

  skip(length: number): void {
    const end = this.position + length;
    if (end > this.#bytes.length)
      throw new ChainUnavailableError('The node sent a block or transaction that ends too early.');
    this.position = end;
  }

  byte(): number {
    this.skip(1);
    return this.#bytes.readUInt8(this.position - 1);
  }

  uint32(): number {
    this.skip(4);
    return this.#bytes.readUInt32LE(this.position - 4);
  }

  uint64(): bigint {
    this.skip(8);
    return this.#bytes.readBigUInt64LE(this.position - 8);
  }

  peek(): number {
    return this.#bytes[this.position] ?? 0;
  }

  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.position);
  }

  last(length: number): Buffer {
    return this.#bytes.subarray(-length);
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.position);
  }

  /** A CompactSize that counts things in these bytes, so it cannot be larger than they are. */
  size(): number {
    const small = this.#bytes[this.position];
    if (small !== undefined && small < 0xfd) {
      this.position += 1;
      return small;
    }
    const value = this.compact();
    if (value > BigInt(this.#bytes.length)) {
      throw new ChainUnavailableError('The node sent a block or transaction that makes no sense.');
    }
    return Number(value);
  }

  compact(): bigint {
    const first = this.byte();
    if (first < 0xfd) return BigInt(first);
    if (first === 0xfd) return BigInt(this.take(2).readUInt16LE());
    if (first === 0xfe) return BigInt(this.uint32());
    return this.uint64();
  }

  skipStack(): void {
    for (let left = this.size(); left > 0; left -= 1) this.skip(this.size());
  }
}
