import { randomBytes } from 'node:crypto';
import { createFollower } from '../activities/chain/follower.ts';
import type { ChainPort } from '../activities/chain/port.ts';
import { watchInvoice } from '../activities/chain/testing.fixture.ts';
import { decodeBlock, decodeTransaction } from '../activities/chain/utxo/decode.ts';
import { describe } from '../activities/chain/utxo/movements.ts';
import { applyStrayPayments } from '../db/chain/stray-payments.ts';
import { applyInvoiceEvent } from '../db/invoices/process.ts';
import type { Db } from '../db/sequelize.ts';
import { execute, one } from '../db/sql.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';

const TRANSACTIONS = 4_000;
const OUTPUTS = 2;
const OURS = 10;
const ROUNDS = 15;

/**
 * One block of 4 000 transactions with two outputs each: read from the node's bytes, matched, recorded with all that
 * invoices do about it, and committed to disk. As in the usual course it holds ten payments of ours that the mempool
 * had shown, and confirms the ten of the block before. With ten thousand watched addresses, and with a million.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ db }) => {
    await makeMerchant(db);
    const chain = benchChain();
    const few = await measure(db, chain, 10_000);
    const many = await measure(db, chain, 1_000_000);
    return [
      {
        name: `block of ${TRANSACTIONS} transactions, 1 000 000 watched addresses, median`,
        value: many,
        unit: 'ms',
        reference: { name: 'the same with 10 000 addresses', value: few },
        target: '≤ 150 ms and ≤ 1.3 of the reference',
        ok: many <= 150 && many / few <= 1.3,
      },
    ];
  });
}

async function measure(db: Db, chain: ReturnType<typeof benchChain>, addresses: number): Promise<number> {
  await watch(db, addresses);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: Date.now }, chain.port, { dropAfterMs: 60_000 });
  await follower.poll();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const paid: string[] = [];
    for (let each = 0; each < OURS; each += 1) paid.push((await invoice(db)).addressKey);
    chain.announce(paid);
    await follower.poll();
    chain.grow();
    const start = performance.now();
    await follower.poll();
    times.push(performance.now() - start);
    const { seen } = await one<{ seen: string }>(
      db,
      `SELECT count(*) AS seen FROM payment WHERE address_key = ANY($1) AND status = 'mined'`,
      [paid],
    );
    if (Number(seen) !== OURS) throw new Error(`${seen} of ${OURS} payments were recorded`);
  }
  // The first blocks warm the code and the pages of the index.
  return percentile(times.slice(3), 0.5);
}

function invoice(db: Db) {
  const addressKey = script();
  return watchInvoice(db, { gateId: 'BTC', address: addressKey, addressKey, dueMinor: 1_000n });
}

/** Fills the table up to this many addresses of nobody; the values are scattered as scripts are. */
async function watch(db: Db, count: number): Promise<void> {
  for (let from = 0; from < count; from += 50_000) {
    await execute(
      db,
      `INSERT INTO watched_address (mode, network, address_key, derivation_index)
       SELECT 'sandbox', 'BTC', '0014' || substr(encode(sha256(i::text::bytea), 'hex'), 1, 40), i
       FROM generate_series($1::int, $2::int) AS i ON CONFLICT DO NOTHING`,
      [from, Math.min(count, from + 50_000) - 1],
    );
  }
  await execute(db, 'VACUUM ANALYZE watched_address');
}

/** A chain in memory whose blocks are bytes, as a node gives them. */
function benchChain() {
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
    ...{ mode: 'sandbox', network: 'BTC', simulated: false },
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
      announced = paid.map(transaction);
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
function transaction(pays?: string): Buffer {
  const input = () => Buffer.concat([randomBytes(32), Buffer.from('0000000000ffffffff', 'hex')]);
  const outputs = Array.from({ length: OUTPUTS }, (_, n) => {
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(1_000n);
    return Buffer.concat([
      value,
      Buffer.from([22]),
      Buffer.from(n === 0 && pays !== undefined ? pays : script(), 'hex'),
    ]);
  });
  const witness = Buffer.concat([Buffer.from([2, 71]), randomBytes(71), Buffer.from([33]), randomBytes(33)]);
  return Buffer.concat([
    Buffer.from('02000000000102', 'hex'),
    ...[input(), input()],
    Buffer.from([OUTPUTS]),
    ...outputs,
    ...[witness, witness],
    Buffer.alloc(4),
  ]);
}

function script(): string {
  return `0014${randomBytes(20).toString('hex')}`;
}
