import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
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

const targets = ['api', 'worker', 'Temporal', 'Postgres', 'RabbitMQ'] as const;
type Target = (typeof targets)[number];

/** Each again and again for itself, or all in turn. */
const runs: readonly (readonly Target[])[] =
  process.env.FAULT_MATRIX === 'whole' ? targets.map((each) => [each]) : [targets];
/** How often each server is killed, and how many invoices are under way in a run meanwhile. */
const rounds = Number(process.env.FAULT_ROUNDS || '2');
const count = Number(process.env.FAULT_INVOICES || String(Math.min(100, 40 * rounds)));

/** Time from one kill to the next. The keeper gives up on a process that dies more than five times a minute. */
const sameMs = 14_000;
const othersMs = 7_000;
/** How much later than that a kill may come. */
const jitterMs = 8_000;
/** How long before a kill its invoices begin to come. */
const burstMs = 2_000;

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

test.each(runs.map((victims) => ({ victims, names: victims.join(', ') })))(
  'kill -9 of $names while invoices are being paid loses nothing and counts nothing twice',
  async ({ victims, names }) => {
    const { running, hook, database } = parts();
    const since = hook.received.length;
    const kills = planKills(victims);
    const [crowd] = await Promise.all([
      gatherCrowd(openShop(running.started), {
        tag: `${names}-${seed}`,
        momentsMs: Array.from({ length: count }, (_, index) => aroundKill(kills[index % kills.length]?.atMs ?? 0)),
        notificationUrl: hook.url,
      }),
      killAll(kills),
    ]);
    const look = () =>
      auditCrowd(database, crowd, {
        received: hook.received.slice(since),
        notificationKey: running.started.api.notification_key,
      });
    const audit = await untilClean(look);
    report(names, crowd, audit);
    expect(audit.problems, `seed ${seed}`).toEqual([]);
  },
);

interface Kill {
  readonly victim: Target;
  readonly atMs: number;
}

/** Each of them in turn, round after round, at random moments. */
function planKills(victims: readonly Target[]): Kill[] {
  const startMs = Date.now() + burstMs;
  const stepMs = victims.length === 1 ? sameMs : othersMs;
  return Array.from({ length: rounds }, () => victims)
    .flat()
    .map((victim, step) => ({ victim, atMs: startMs + step * stepMs + random() * jitterMs }));
}

/** Invoices come in bursts as the process dies, so that calls and payments are under way just then. */
function aroundKill(killMs: number): number {
  return killMs - burstMs + random() * burstMs * 1.25;
}

/** Ends each process without a word at its moment, and sees that all come back. */
async function killAll(kills: readonly Kill[]): Promise<void> {
  const { running } = parts();
  for (const { victim, atMs } of kills) {
    await until(atMs);
    if (victim === 'RabbitMQ') await killBroker();
    else await killProgram(running, victim);
  }
  for (const { victim } of kills) if (victim !== 'RabbitMQ') await untilBack(running, victim);
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

function report(names: string, crowd: Crowd, audit: Audit): void {
  const { invoices, finished, events, webhooks, repeatedWebhooks } = audit;
  console.log(
    `${names}: killed ${rounds} times each (seed ${seed}); ` +
      `invoices: ${crowd.lives.length} tried, ${finished} survived, ` +
      `${crowd.lives.length - finished} lost, ${invoices - crowd.lives.length} made twice; ` +
      `webhooks: ${events} due, ${webhooks} arrived, ` +
      `${repeatedWebhooks} repeated; calls made again: ${crowd.retries()}; problems: ${audit.problems.length}`,
  );
}

function parts(): { running: RunningProduct; hook: Receiver; database: Db } {
  if (product === undefined || receiver === undefined || db === undefined)
    throw new Error('The product is not running.');
  return { running: product, hook: receiver, database: db };
}
