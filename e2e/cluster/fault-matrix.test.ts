import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { json, select } from '../../db/core/sql.ts';
import { startTestCluster, type TestCluster } from '../../scripts/testing/cluster.ts';
import { auditCrowd } from '../faults/audit.fixture.ts';
import { type Crowd, gatherCrowd } from '../faults/crowd.fixture.ts';
import { untilClean } from '../faults/killing.fixture.ts';
import { auditPayouts, earn, payCrowd } from '../faults/payout-crowd.fixture.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { mountSmallDisk, noSmallDisk, type SmallDisk } from './small-disk.fixture.ts';
import { openWays, type Program, type Server } from './ways.fixture.ts';

/** All faults, or some of each kind; `npm run test:faults -- --only cluster` takes all. */
const isWhole = process.env.FAULT_MATRIX === 'whole';
const invoices = Number(process.env.FAULT_INVOICES || (isWhole ? '40' : '16'));
/**
 * How long a server is away. In the whole matrix this is longer than every pause between two tries (a minute) and than
 * the time after which operators are notified (two minutes).
 */
const awayMs = isWhole ? 150_000 : 20_000;
const cutMs = isWhole ? 30_000 : 10_000;
/** From the first invoice to the fault, and from its end to the last one. */
const marginMs = 3_000;
const PATIENCE_MS = 900_000;
const DISK_MEGABYTES = 1_500;

const TEMPORAL = [
  'temporal-frontend',
  'temporal-history-1',
  'temporal-history-2',
  'temporal-matching',
  'temporal-worker',
] as const;

const ways = openWays();
const noDisk = noSmallDisk();
let disk: SmallDisk | undefined;
let cluster: TestCluster;
let shop: Shop;
let receiver: Receiver;
let db: Db;

beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startTestCluster(
    {},
    {
      links: ways.links,
      prepare: (folder) => {
        if (noDisk !== undefined) return () => {};
        disk = mountSmallDisk(join(folder, 'postgres'), DISK_MEGABYTES);
        return disk.unmount;
      },
    },
  );
  shop = openShop(cluster.started);
  db = connect(cluster.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
}, 600_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
  await ways.close();
  await receiver?.close();
});

/** Lets invoices be paid while the fault is there, and looks at what is left of them. */
async function underFault(name: string, lengthMs: number, fault: () => Promise<void>): Promise<void> {
  const since = receiver.received.length;
  const startMs = Date.now();
  const overMs = Math.min(lengthMs, 40_000) + 2 * marginMs;
  const momentsMs = Array.from({ length: invoices }, (_, index) => startMs + (index * overMs) / invoices);
  const tag = `${name}-${startMs}`;
  const [crowd] = await Promise.all([
    gatherCrowd(shop, { tag, momentsMs, notificationUrl: receiver.url }),
    pause(marginMs).then(fault),
  ]);
  const audit = await untilClean(() =>
    auditCrowd(db, crowd, {
      received: receiver.received.slice(since),
      notificationKey: cluster.started.api.notification_key,
    }),
  );
  const tried = crowd.lives.length;
  console.log(
    `${name}: tried ${tried}, survived ${audit.finished}, lost ${tried - audit.finished}, doubled ${audit.doubled}; ` +
      `${await describeDelay(crowd)}; webhooks ${audit.webhooks} of ${audit.events}, ` +
      `${audit.repeatedWebhooks} repeated; calls made again ${crowd.retries()}; problems ${audit.problems.length}`,
  );
  expect(audit.problems).toEqual([]);
}

/**
 * From the moment when a payer has paid to the moment when the money is the merchant's, for each asset, because each
 * waits for another number of blocks.
 */
async function delaysOf({ tag, lives }: Crowd): Promise<ReadonlyMap<string, number>> {
  const paid = lives.map(({ id, paidAtMs }) => ({ id, paid_at: paidAtMs }));
  const rows = await select<{ gate: string; ms: string }>(db, delaySql, [json(paid), json({ crowd: tag })]);
  return new Map(rows.map(({ gate, ms }) => [gate, Number(ms)]));
}

const delaySql = `
  SELECT i.gate_id AS gate, max(s.settled_ms - p.paid_at) AS ms
  FROM jsonb_to_recordset($1::jsonb) AS p(id uuid, paid_at float8)
  JOIN invoice i ON i.id = p.id AND i.metadata @> $2::jsonb
  CROSS JOIN LATERAL (
    SELECT extract(epoch FROM min(t.created_at)) * 1000 AS settled_ms
    FROM transfer t WHERE t.invoice_id = i.id AND t.kind = 'settle') s
  WHERE s.settled_ms > p.paid_at GROUP BY i.gate_id`;

/** The longest delay, and by how much the fault made it longer. */
async function describeDelay(crowd: Crowd): Promise<string> {
  const delays = await delaysOf(crowd);
  if (quietDelays.size === 0) quietDelays = delays;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const more = [...delays].map(([gate, ms]) => ms - (quietDelays.get(gate) ?? ms));
  const [longest, byFault] = [Math.max(0, ...delays.values()), Math.max(0, ...more)];
  return `longest delay of money ${seconds(longest)} (${seconds(byFault)} by the fault)`;
}

let quietDelays: ReadonlyMap<string, number> = new Map();

async function kill(names: readonly string[], downMs: number): Promise<void> {
  await Promise.all(names.map((name) => cluster.process(name).kill()));
  await pause(downMs);
  await Promise.all(names.map((name) => cluster.process(name).start()));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('no fault at all, to compare with', () => underFault('quiet', 5_000, async () => {}), PATIENCE_MS);

describe('a process is killed under load', () => {
  const some = ['temporal-history-1', 'worker-core-1', 'api-1', 'Postgres'];
  const all = [
    ...TEMPORAL,
    'api-1',
    'api-2',
    'balancer',
    'worker-core-1',
    'worker-core-2',
    'worker-chains',
    'worker-rest',
    'Postgres',
    'RabbitMQ',
  ];
  test.each(isWhole ? all : some)(
    '%s',
    (name) => underFault(`kill ${name}`, 5_000, () => kill([name], 1_000)),
    PATIENCE_MS,
  );

  test(
    'the signer, while payouts leave',
    async () => {
      await earn(shop);
      const startMs = Date.now();
      const tag = `signer-${startMs}`;
      const momentsMs = Array.from({ length: invoices }, (_, index) => startMs + (index * 8_000) / invoices);
      const [crowd] = await Promise.all([
        payCrowd(shop, { tag, momentsMs }),
        pause(marginMs).then(() => kill(['signer'], 1_000)),
      ]);
      const audit = await untilClean(() => auditPayouts(db, crowd));
      console.log(
        `kill signer: payouts tried ${crowd.ids.length}, survived ${audit.survived}, lost ${audit.lost}, ` +
          `doubled ${audit.madeTwice}; calls made again ${crowd.retries}; problems ${audit.problems.length}`,
      );
      expect(audit.problems).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('a server is away longer than what waits for it', () => {
  const servers: Readonly<Record<string, readonly string[]>> = { Temporal: TEMPORAL, RabbitMQ: ['RabbitMQ'] };
  test.each(Object.keys(servers))(
    '%s',
    (name) => underFault(`${name} away for ${awayMs / 1_000} s`, awayMs, () => kill(servers[name] ?? [], awayMs)),
    PATIENCE_MS,
  );
});

describe('the network is cut', () => {
  const some: [Program | 'Temporal', Server][] = [
    ['worker-core-1', 'Postgres'],
    ['worker-rest', 'RabbitMQ'],
    ['Temporal', 'Postgres'],
  ];
  const all: typeof some = [
    ...some,
    ['api-1', 'Postgres'],
    ['worker-core-1', 'Temporal'],
    ['worker-core-1', 'RabbitMQ'],
    ['worker-chains', 'Postgres'],
    ['worker-chains', 'Temporal'],
    ['worker-rest', 'Temporal'],
    ['signer', 'Temporal'],
  ];
  test.each(isWhole ? all : some.filter(([, server]) => server === 'Postgres'))(
    'between %s and %s',
    (program, server) =>
      underFault(`cut ${program} from ${server} for ${cutMs / 1_000} s`, cutMs, async () => {
        await ways.cut(program, server);
        await pause(cutMs);
        await ways.mend(program, server);
      }),
    PATIENCE_MS,
  );
});

test(
  'the disk of Postgres is full',
  async (context) => {
    if (noDisk !== undefined || disk === undefined) return context.skip(noDisk);
    const full = disk;
    await underFault(`disk of Postgres full for ${cutMs / 1_000} s`, cutMs, async () => {
      full.fill();
      await pause(cutMs);
      full.free();
      // Without room for its log it ends itself; with room it begins where it was.
      await cluster.process('Postgres').kill();
      await cluster.process('Postgres').start();
    });
  },
  PATIENCE_MS,
);

describe('the clock of a process is ten minutes ahead', () => {
  const clock = pathToFileURL(join(import.meta.dirname, 'clock-ahead.program.fixture.ts')).href;
  test.each<Program>(isWhole ? ['api-1', 'worker-core-1', 'worker-rest'] : ['worker-core-1'])(
    '%s does not work with it, and all others do its work',
    async (name) => {
      await cluster.process(name).stop();
      ways.tell(name, { NODE_OPTIONS: `--import=${clock}` });
      // It waits for the right time, so it never gets ready.
      const waiting = expect(cluster.process(name).start()).rejects.toThrow('was not ready');
      await underFault(`clock of ${name} 600 s ahead`, 20_000, () => pause(20_000));
      await waiting;
      ways.tell(name, {});
      await cluster.process(name).start();
    },
    PATIENCE_MS,
  );
});
