import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeystore } from '../../activities/signer/keystore.ts';
import { connect, type Db } from '../../db/sequelize.ts';
import { TEST_MNEMONIC } from '../../domain/config.fixture.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { openShop } from '../shop.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { auditPayouts, earn, payCrowd } from './payout-crowd.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

/** How often each server is killed, and how many payouts are under way meanwhile. */
const rounds = Number(process.env.FAULT_ROUNDS || '2');
const count = Number(process.env.FAULT_PAYOUTS || String(Math.min(100, 20 * rounds)));

/** As for invoices: time for one kill and the restart after it, and how long before a kill its payouts begin to come. */
const roundMs = 14_000;
const jitterMs = 8_000;
const burstMs = 3_000;

const seed = chooseSeed();
const random = seededRandom(seed);
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

test('the signer is a process of its own, and no other program is told the passphrase', () => {
  const told = (product?.processes() ?? [])
    .filter(({ pid }) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(passphrase))
    .map(({ name }) => name);
  expect(told).toEqual(['signer']);
});

test.each(['signer', 'worker', 'Postgres', 'Temporal', 'api'])(
  'kill -9 of %s while payouts leave: the chain shows each once, and coins and books agree',
  async (target) => {
    if (product === undefined || db === undefined) throw new Error('The product is not running.');
    const running = product;
    const database = db;
    const startMs = Date.now() + burstMs;
    const kills = Array.from({ length: rounds }, (_, round) => startMs + round * roundMs + random() * jitterMs);
    const around = (index: number) => (kills[index % rounds] ?? 0) - burstMs + random() * burstMs * 1.25;
    const [crowd] = await Promise.all([
      payCrowd(openShop(running.started), {
        tag: `${target}-${seed}`,
        momentsMs: Array.from({ length: count }, (_, index) => around(index)),
      }),
      killAll(running, target, kills),
    ]);
    const audit = await untilClean(() => auditPayouts(database, crowd));
    console.log(
      `${target}: killed ${rounds} times (seed ${seed}); payouts: ${crowd.ids.length} tried, ${audit.survived} survived, ${audit.lost} lost, ` +
        `${audit.madeTwice} made twice; calls made again: ${crowd.retries}; problems: ${audit.problems.length}`,
    );
    expect(audit.problems, `seed ${seed}`).toEqual([]);
  },
);

async function killAll(running: RunningProduct, target: string, moments: readonly number[]): Promise<void> {
  for (const momentMs of moments) {
    await until(momentMs);
    await killProgram(running, target);
  }
  await untilBack(running, target);
}
