import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import { connect, type Db } from '../../db/sequelize.ts';
import { freePort } from '../../scripts/process/ports.ts';
import { type RunningRabbitMq, startRabbitMq } from '../../scripts/services/rabbitmq.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { makeRunFolder, subfolder } from '../../scripts/testing/run-folder.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureRabbitMq } from '../../scripts/toolchain/rabbitmq.ts';
import { openShop } from '../shop.fixture.ts';
import { type Audit, auditCrowd } from './audit.fixture.ts';
import { type Crowd, gatherCrowd } from './crowd.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

/** How often each server is killed, and how many invoices are under way meanwhile. */
const rounds = Number(process.env.FAULT_ROUNDS || '2');
const count = Number(process.env.FAULT_INVOICES || String(Math.min(100, 20 * rounds)));

/** Time for one kill and the restart after it. The keeper gives up on a process that dies more than five times a minute. */
const roundMs = 14_000;
const jitterMs = 8_000;
/** How long before a kill its invoices begin to come. */
const burstMs = 2_000;
const targets = ['api', 'worker', 'Temporal', 'Postgres', 'RabbitMQ'] as const;
type Target = (typeof targets)[number];

const seed = chooseSeed();
const random = seededRandom(seed);

let missing: string | undefined;
let folder: ReturnType<typeof makeRunFolder> | undefined;
let broker: RunningRabbitMq | undefined;
let product: RunningProduct | undefined;
let receiver: Receiver | undefined;
let db: Db | undefined;

beforeAll(async () => {
  const program = await ensureRabbitMq();
  if (!isFound(program)) {
    noteServer({ name: 'RabbitMQ', missing: program.missing });
    if (process.env.CI) throw new Error(program.missing);
    missing = program.missing;
    return;
  }
  folder = makeRunFolder();
  broker = await startRabbitMq({ dataDir: subfolder(folder.path, 'rabbitmq'), port: await freePort() });
  product = await startProduct({ AMQP_URL: broker.url });
  receiver = await startReceiver();
  db = connect(product.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
});
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});
afterAll(async () => {
  await db?.close();
  await receiver?.close();
  await product?.stop();
  await broker?.stop();
  folder?.remove();
});

test.each(targets)(
  'kill -9 of %s while invoices are being paid loses nothing and counts nothing twice',
  async (target) => {
    const { running, hook, database } = parts();
    const since = hook.received.length;
    const moments = planKills();
    const [crowd] = await Promise.all([
      gatherCrowd(openShop(running.started), {
        tag: `${target}-${seed}`,
        momentsMs: Array.from({ length: count }, (_, index) => aroundKill(moments[index % rounds] ?? 0)),
        notificationUrl: hook.url,
      }),
      killAt(target, moments),
    ]);
    const look = () =>
      auditCrowd(database, crowd, {
        received: hook.received.slice(since),
        notificationKey: running.started.api.notification_key,
      });
    const audit = await untilClean(look);
    report(target, crowd, audit);
    expect(audit.problems, `seed ${seed}`).toEqual([]);
  },
);

/** A random moment of each round. */
function planKills(): number[] {
  const startMs = Date.now() + burstMs;
  return Array.from({ length: rounds }, (_, round) => startMs + round * roundMs + random() * jitterMs);
}

/** Invoices come in bursts as the process dies, so that calls and payments are under way just then. */
function aroundKill(killMs: number): number {
  return killMs - burstMs + random() * burstMs * 1.25;
}

/** Ends the process without a word at each moment, and sees that it comes back. */
async function killAt(target: Target, moments: readonly number[]): Promise<void> {
  const { running } = parts();
  for (const momentMs of moments) {
    await until(momentMs);
    if (target === 'RabbitMQ') await killBroker();
    else await killProgram(running, target);
  }
  if (target !== 'RabbitMQ') await untilBack(running, target);
}

/** The broker is the test's own, so the test starts it again, on what it had on its disk. */
async function killBroker(): Promise<void> {
  if (broker === undefined) throw new Error('RabbitMQ is not running.');
  const { pid, dataDir, port, exited } = broker;
  process.kill(pid, 'SIGKILL');
  await exited;
  await broker.stop();
  broker = await startRabbitMq({ dataDir, port });
}

function report(target: Target, crowd: Crowd, audit: Audit): void {
  const { invoices, finished, events, webhooks, repeatedWebhooks } = audit;
  console.log(
    `${target}: killed ${rounds} times (seed ${seed}); invoices: ${crowd.lives.length} tried, ${finished} survived, ` +
      `${crowd.lives.length - finished} lost, ${invoices - crowd.lives.length} made twice; webhooks: ${events} due, ${webhooks} arrived, ` +
      `${repeatedWebhooks} repeated; calls made again: ${crowd.retries()}; problems: ${audit.problems.length}`,
  );
}

function parts(): { running: RunningProduct; hook: Receiver; database: Db } {
  if (product === undefined || receiver === undefined || db === undefined)
    throw new Error('The product is not running.');
  return { running: product, hook: receiver, database: db };
}
