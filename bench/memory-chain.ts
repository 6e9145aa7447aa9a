import { randomBytes } from 'node:crypto';
import type { ChainPort } from '../activities/chain/port.ts';
import { decodeBlock, decodeTransaction } from '../activities/chain/utxo/decode.ts';
import { describe } from '../activities/chain/utxo/movements.ts';

/** Transactions of each block. */
export const TRANSACTIONS = 4_000;
const OUTPUTS = 2;

/**
 * A chain in memory whose blocks are bytes, as a node gives them: many transactions with two outputs each, some of
 * which pay addresses of ours what `paidMinor` says.
 */
export function memoryChain(paidMinor: bigint) {
  const blocks: { hash: string; hex: string }[] = [];
  const base = 800_000;
  const read = (height: number) => {
    const block = blocks[height - base];
    if (block === undefined) return null;
    const { transactions, ...header } = decodeBlock(block.hex);
    return { ...header, height, transactions: transactions.map((raw) => describe('BTC', raw, null)) };
  };
  let announced: Buffer[] = [];
  const grow = () => {
    const hex = blockHex(blocks.at(-1)?.hash ?? '00'.repeat(32), announced);
    blocks.push({ hash: decodeBlock(hex).hash, hex });
    announced = [];
  };
  grow();
  const ref = async (height: number) => {
    const block = read(height);
    return block && { height, hash: block.hash, parentHash: block.parentHash, timeMs: block.timeMs };
  };
  let tip = must(ref(base));
  const port: ChainPort = {
    mode: 'sandbox',
    network: 'BTC',
    simulated: false,
    identify: async () => ({ chain: 'regtest', name: 'memory' }),
    tip: () => tip,
    finalizedHeight: async () => null,
    headerAt: ref,
    blockAt: async (height) => read(height),
    mempool: async ({ known, watched }) => {
      const all = announced.map((bytes) => describe('BTC', decodeTransaction(bytes.toString('hex')), null));
      const ids = new Set(all.map(({ txid }) => txid));
      return {
        transactions: all.filter(({ txid }) => !known.has(txid)),
        waiting: new Set(watched.filter((txid) => ids.has(txid))),
        complete: true,
      };
    },
    transaction: async () => null,
    gateCosts: async () => [],
    wait: async () => {},
    close: async () => {},
  };
  return {
    port,
    announce(paid: readonly string[]) {
      announced = paid.map((address) => transaction({ address, minor: paidMinor }));
    },
    grow() {
      grow();
      tip = must(ref(base + blocks.length - 1));
    },
  };
}

async function must<T>(found: Promise<T | null>): Promise<T> {
  const value = await found;
  if (value === null) throw new Error('The chain in memory has no such block.');
  return value;
}

function blockHex(parent: string, ours: readonly Buffer[]): string {
  const header = Buffer.alloc(80);
  Buffer.from(parent, 'hex').reverse().copy(header, 4);
  randomBytes(32).copy(header, 36);
  header.writeUInt32LE(Math.floor(Date.now() / 1_000), 68);
  const count = Buffer.alloc(3);
  count[0] = 0xfd;
  count.writeUInt16LE(TRANSACTIONS, 1);
  const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => ours[index] ?? transaction());
  return Buffer.concat([header, count, ...transactions]).toString('hex');
}

/** Two inputs with witnesses, as most payments have today. */
function transaction(pays?: { readonly address: string; readonly minor: bigint }): Buffer {
  const input = () => Buffer.concat([randomBytes(32), Buffer.from('0000000000ffffffff', 'hex')]);
  const outputs = Array.from({ length: OUTPUTS }, (_, n) => {
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(pays?.minor ?? 1_000n);
    return Buffer.concat([
      value,
      Buffer.from([22]),
      Buffer.from(n === 0 && pays !== undefined ? pays.address : randomScript(), 'hex'),
    ]);
  });
  const witness = Buffer.concat([Buffer.from([2, 71]), randomBytes(71), Buffer.from([33]), randomBytes(33)]);
  return Buffer.concat([
    Buffer.from('02000000000102', 'hex'),
    input(),
    input(),
    Buffer.from([OUTPUTS]),
    ...outputs,
    witness,
    witness,
    Buffer.alloc(4),
  ]);
}

/** The script of an address that nobody has. */
export function randomScript(): string {
  return `0014${randomBytes(20).toString('hex')}`;
}
