import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeystore } from '../../activities/signer/keystore.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { auditPayouts, earn, payCrowd } from './payout-crowd.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

const all = ['signer', 'worker', 'Postgres', 'Temporal', 'api'] as const;
/** How often each of them is killed, and how many payouts are requested around each kill. */
const rounds = Number(process.env.FAULT_ROUNDS || '1');
const perKill = Number(process.env.FAULT_PAYOUTS || '8');

/** Time for one kill and the restart after it, and how long before a kill its payouts begin to come. */
const roundMs = 10_000;
const jitterMs = 6_000;
const burstMs = 3_000;

const seed = chooseSeed();
const random = seededRandom(seed);
const first = Math.floor(random() * all.length);
/** All of them, or two. */
const victims = process.env.FAULT_MATRIX === 'whole' ? all : [...all, ...all].slice(first, first + 2);
const passphrase = 'a passphrase of nobody';
const folder = makeRunFolder();
let product: RunningProduct | undefined;
let db: Db | undefined;

beforeAll(async () => {
  const keystore = join(folder.path, 'keystore.json');
  writeFileSync(keystore, await sealKeystore(TEST_MNEMONIC, passphrase));
  // With a keystore the signer is a process of its own, as in production.
  product = await startProduct({ SIGNER_KEYSTORE: keystore, SIGNER_PASSPHRASE: passphrase });
  db = connect(product.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
  await earn(openShop(product.started));
});
afterAll(async () => {
  await db?.close();
  await product?.stop();
  folder.remove();
});

test('the signer is a process of its own, and no other process gets the passphrase', () => {
  const told = (product?.processes() ?? [])
    .filter(({ pid }) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(passphrase))
    .map(({ name }) => name);
  expect(told).toEqual(['signer']);
});

test(
  `kill -9 of ${victims.join(', ')} in turn while payouts leave: the chain shows each once, and coins and books agree`,
  async () => {
    if (product === undefined || db === undefined) throw new Error('The product is not running.');
    const running = product;
    const database = db;
    const startMs = Date.now() + burstMs;
    const kills = Array.from({ length: rounds * victims.length }, (_, round) => ({
      victim: victims[round % victims.length] ?? 'signer',
      atMs: startMs + round * roundMs + random() * jitterMs,
    }));
    const moments = kills.flatMap(({ atMs }) =>
      Array.from({ length: perKill }, () => atMs - burstMs + random() * burstMs * 1.25),
    );
    const [crowd] = await Promise.all([
      payCrowd(openShop(running.started), { tag: `random-${seed}`, momentsMs: moments }),
      killAll(running, kills),
    ]);
    const audit = await untilClean(() => auditPayouts(database, crowd));
    console.log(
      `${victims.join(', ')}: killed ${rounds} times each (seed ${seed}); payouts: ${crowd.ids.length} tried, ${audit.survived} survived, ` +
        `${audit.lost} lost, ${audit.madeTwice} made twice; calls made again: ${crowd.retries}; ` +
        `problems: ${audit.problems.length}`,
    );
    expect(audit.problems, `seed ${seed}`).toEqual([]);
  },
  600_000 + rounds * 60_000,
);

async function killAll(running: RunningProduct, kills: readonly { victim: string; atMs: number }[]): Promise<void> {
  for (const { victim, atMs } of kills) {
    await until(atMs);
    await killProgram(running, victim);
  }
  for (const victim of victims) await untilBack(running, victim);
}
