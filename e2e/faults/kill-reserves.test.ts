import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeystore } from '../../activities/signer/keystore.ts';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { proofFile } from '../../db/reserves/days.ts';
import { UNASSIGNED } from '../../db/reserves/rows.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { verifyReserves } from '../../packages/cli/src/reserves-verifier.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { openShop } from '../shop.fixture.ts';
import { killProgram, until, untilBack } from './killing.fixture.ts';
import { earn } from './payout-crowd.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

const all = ['worker', 'signer', 'Postgres', 'Temporal'] as const;
const rounds = Number(process.env.FAULT_ROUNDS || '1');
const seed = chooseSeed();
const random = seededRandom(seed);
const first = Math.floor(random() * all.length);
/** All of them, or two. */
const victims = process.env.FAULT_MATRIX === 'whole' ? all : [...all, ...all].slice(first, first + 2);

/** A whole day takes about this long, so a kill within it meets each of its steps. */
const dayMs = 2_500;
/** A server that was killed is back, and its work is done again. */
const PUBLISHED_MS = 240_000;

const folder = makeRunFolder();
let product: RunningProduct | undefined;
let db: Db | undefined;

beforeAll(async () => {
  const passphrase = 'a passphrase of nobody';
  const keystore = join(folder.path, 'keystore.json');
  writeFileSync(keystore, await sealKeystore(TEST_MNEMONIC, passphrase));
  product = await startProduct({ SIGNER_KEYSTORE: keystore, SIGNER_PASSPHRASE: passphrase });
  db = connect(product.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
  await earn(openShop(product.started));
});
afterAll(async () => {
  await db?.close();
  await product?.stop();
  folder.remove();
});

test(
  `kill -9 of ${victims.join(', ')} while a day of the proof of reserves is made: it is published once, and whole`,
  async () => {
    if (product === undefined || db === undefined) throw new Error('The product is not running.');
    const found: Found[] = [];
    for (let round = 0; round < rounds * victims.length; round += 1) {
      const victim = victims[round % victims.length] ?? 'worker';
      await forgetDays(db);
      await runSchedule(product);
      await until(Date.now() + random() * dayMs);
      await killProgram(product, victim);
      await untilBack(product, victim);
      await untilPublished(product, db);
      found.push(await audit(db));
    }
    const sum = (count: (each: Found) => number) => found.reduce((total, each) => total + count(each), 0);
    console.log(
      `${victims.join(', ')}: killed ${rounds} times each (seed ${seed}); days: ${found.length} tried, ` +
        `${sum(({ days }) => days)} published; proofs: ${sum(({ proofs }) => proofs)} verified; addresses: ` +
        `${sum(({ signed }) => signed)} signed, ${sum(({ unsigned }) => unsigned)} lost`,
    );
    for (const each of found) {
      expect(each, `seed ${seed}`).toEqual({
        days: 1,
        signed: NETWORKS.length,
        unsigned: 0,
        proofs: expect.any(Number),
        // One statement, and what the tree says is what the leaves add up to.
        differing: [],
      });
      expect(each.proofs).toBeGreaterThan(0);
    }
  },
  300_000 + rounds * victims.length * PUBLISHED_MS,
);

interface Found {
  readonly days: number;
  readonly signed: number;
  readonly unsigned: number;
  /** Merchants whose file the verifier accepts. */
  readonly proofs: number;
  /** Assets whose leaves do not add up to the total that was signed. */
  readonly differing: readonly string[];
}

/** As if the day had just begun: a day is made once, and rows of it are otherwise kept. */
async function forgetDays(on: Db): Promise<void> {
  await inTransaction(on, async (tx) => {
    await execute(tx, `SET LOCAL session_replication_role = 'replica'`);
    for (const table of ['reserve_address', 'reserve_leaf', 'reserve_asset', 'reserve_day']) {
      await execute(tx, `DELETE FROM ${table}`);
    }
  });
}

async function runSchedule({ servers }: RunningProduct): Promise<void> {
  const connection = await Connection.connect({ address: servers.temporalAddress });
  await new Client({ connection }).schedule.getHandle(workflowIds.reserves).trigger('SKIP');
  await connection.close();
}

/** The run that was interrupted goes on by itself, or the next one, which comes every hour, does its work. */
async function untilPublished(running: RunningProduct, on: Db): Promise<void> {
  await expect.poll(() => isOver(running), { timeout: PUBLISHED_MS, interval: 1_000 }).toBe(true);
  await runSchedule(running);
  const days = () => select(on, 'SELECT day FROM reserve_day WHERE published_at IS NOT NULL').catch(() => []);
  await expect.poll(days, { timeout: PUBLISHED_MS, interval: 500 }).not.toEqual([]);
}

async function isOver({ servers }: RunningProduct): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address: servers.temporalAddress });
    const { info } = await new Client({ connection }).schedule.getHandle(workflowIds.reserves).describe();
    await connection.close();
    return info.runningActions.length === 0;
  } catch {
    return false;
  }
}

async function audit(on: Db): Promise<Found> {
  const days = await select<{ day: string }>(
    on,
    `SELECT day::text AS day FROM reserve_day WHERE mode = 'sandbox' AND published_at IS NOT NULL`,
  );
  const addresses = await select<{ signed: boolean }>(
    on,
    `SELECT signature IS NOT NULL AS signed FROM reserve_address WHERE mode = 'sandbox'`,
  );
  const differing = await select<{ gate_id: string }>(
    on,
    `SELECT gate_id FROM reserve_asset a WHERE owed_minor <> (
       SELECT coalesce(sum(amount_minor), 0) FROM reserve_leaf l
       WHERE (l.mode, l.day, l.gate_id) = (a.mode, a.day, a.gate_id))`,
  );
  const owners = await select<{ owner: string }>(
    on,
    `SELECT DISTINCT owner FROM reserve_leaf WHERE mode = 'sandbox' AND owner <> $1`,
    [UNASSIGNED],
  );
  let proofs = 0;
  for (const { owner: merchantId } of owners) {
    const file = await proofFile(on, { mode: 'sandbox', day: days[0]?.day ?? '', merchantId });
    const verdict = await verifyReserves(JSON.stringify(file));
    proofs += verdict.balances.length > 0 ? 1 : 0;
  }
  const signed = addresses.filter((each) => each.signed).length;
  return {
    days: days.length,
    signed,
    unsigned: addresses.length - signed,
    proofs,
    differing: differing.map(({ gate_id }) => gate_id),
  };
}
