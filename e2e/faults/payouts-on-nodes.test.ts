import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FAULT_POINTS } from '../../activities/signer/fault-points.fixture.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { ensureAnvil, ensureLitecoind, ensureToxiproxy } from '../../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import type { Step } from './barrier.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { LIES, type LieName } from './liar.fixture.ts';
import { type FaultyGateway, type FaultyNode, startFaultyGateway } from './nodes.fixture.ts';
import { auditBooks, auditPayments } from './nodes-audit.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';
import { TOXICS } from './toxics.fixture.ts';

const victims = ['signer', 'worker', 'Postgres', 'Temporal', 'api', 'node'] as const;
type Victim = (typeof victims)[number];

/** Everything with everything, or each once. */
const whole = process.env.FAULT_MATRIX === 'whole';
/** How often each node is killed at random moments. */
const rounds = Number(process.env.FAULT_ROUNDS || '1');
const seed = chooseSeed();
const random = seededRandom(seed);

/** A payout comes to its next step in this time, after whatever was done to those before it. */
const STEP_MS = 180_000;
/** How long an answer is spoilt, or a node lies. */
const SPOILT_MS = 2_500;
const LYING_MS = 4_000;

let missing: string | undefined;
let started: FaultyGateway | undefined;
beforeAll(async () => {
  for (const [name, ensure] of Object.entries({
    litecoind: ensureLitecoind,
    anvil: ensureAnvil,
    toxiproxy: ensureToxiproxy,
  })) {
    const program = await ensure();
    if (isFound(program)) noteServer({ name, origin: program.origin });
    else {
      noteServer({ name, missing: program.missing });
      if (process.env.CI) throw new Error(program.missing);
      missing = program.missing;
      return;
    }
  }
  started = await startFaultyGateway(whole ? ['LTC', 'BTC', 'BCH'] : ['LTC']);
}, 300_000);
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});
afterAll(async () => {
  await started?.stop();
}, 120_000);

test(`kill -9 of ${victims.join(', ')} at each step of sending`, async () => {
  const { nodes } = gateway();
  const shift = Math.floor(random() * victims.length);
  const cells = whole
    ? FAULT_POINTS.flatMap((step, row) =>
        victims.map((victim, at) => ({ step, victim, node: turn(nodes, at + nodes.length - (row % nodes.length)) })),
      )
    : FAULT_POINTS.map((step, row) => ({ step, victim: turn(victims, row + shift), node: turn(nodes, row) }));
  for (const { step, victim, node } of cells) await killAt(step, victim, node);
  tell(`killed at ${cells.length} steps`);
}, 3_600_000);

test('answers of nodes that are lost, late, cut or dripping, as a payout is sent', async () => {
  const { nodes } = gateway();
  const names = Object.keys(TOXICS) as (keyof typeof TOXICS)[];
  const cells = whole
    ? nodes.flatMap((node) => names.map((name) => ({ node, name })))
    : names.map((name, at) => ({ node: turn(nodes, at), name }));
  for (const { node, name } of cells) await spoilAt(name, node);
  tell(`answers spoilt ${cells.length} times`);
}, 1_800_000);

test('nodes that lie', async () => {
  const { nodes } = gateway();
  const names = Object.keys(LIES) as LieName[];
  const told = await Promise.all(
    nodes.map(async (node, at) => {
      const mine = whole ? names : names.filter((_, index) => index % 2 === at % 2);
      for (const name of mine) await lieTo(name, node);
      return mine.length;
    }),
  );
  tell(`lied to ${told.reduce((sum, count) => sum + count, 0)} times`);
}, 900_000);

test(
  'kill -9 of nodes at random moments',
  async () => {
    const { nodes, pay } = gateway();
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        nodes.map(async (node) => {
          const momentMs = Date.now() + random() * 3_000;
          const payouts = [1, 2].map((n) => pay(node, `random death ${round + 1}, payout ${n}`));
          await until(momentMs);
          await node.kill();
          await Promise.all(payouts);
        }),
      );
    }
    tell(`nodes killed ${rounds * nodes.length} times`);
  },
  600_000 + rounds * 60_000,
);

test('hazard 51: of 200 requests at once as many are paid as the balance covers, while the signer dies', async () => {
  const node = gateway().nodes.find(({ gateId }) => gateId === 'XRP');
  if (node === undefined) throw new Error('XRP has no node.');
  const [made] = await Promise.all([
    gateway().payAtOnce(node, { count: 200, covered: 12 }),
    killProgram(gateway(), 'signer'),
  ]);
  expect(made).toBe(12);
}, 300_000);

test('after all of it each payout is on its chain once', async () => {
  const audit = await untilClean(() => auditPayments(gateway()));
  console.log(
    `seed ${seed}; payouts: ${audit.tried} tried, ${audit.survived} survived, ${audit.lost} lost, ` +
      `${audit.madeTwice} made twice; problems: ${audit.problems.length}`,
  );
  expect(audit.problems, `seed ${seed}`).toEqual([]);
}, 400_000);

test('coins and books agree to the last unit, and nothing is left over', async () => {
  await gateway().stillStand();
  const since = new Date();
  const { problems } = await untilClean(() => auditBooks(gateway(), since));
  expect(problems, `seed ${seed}`).toEqual([]);
}, 400_000);

/** A process pauses at the step; the victim dies, and only then the process continues. */
async function killAt(step: Step, victim: Victim, node: FaultyNode): Promise<void> {
  const { barrier, pay } = gateway();
  const startedMs = Date.now();
  barrier.arm(step);
  try {
    await pay(node, `${victim} killed ${step}`);
    await barrier.held(STEP_MS);
    const reachedMs = Date.now();
    console.log(`${step}: ${victim} dies, ${node.gateId}, reached after ${reachedMs - startedMs} ms`);
    if (victim === 'node') await node.kill();
    else await killProgram(gateway(), victim);
  } finally {
    barrier.release();
  }
  if (victim !== 'node') await untilBack(gateway(), victim);
}

async function spoilAt(name: keyof typeof TOXICS, node: FaultyNode): Promise<void> {
  const { barrier, pay } = gateway();
  barrier.arm('before_send');
  try {
    await pay(node, name);
    await barrier.held(STEP_MS);
    await node.way.spoil(TOXICS[name]);
  } finally {
    barrier.release();
  }
  await until(Date.now() + SPOILT_MS);
  await node.way.heal();
}

async function lieTo(name: LieName, node: FaultyNode): Promise<void> {
  node.liar.tell(name);
  const before = node.liar.sent;
  await gateway().pay(node, name);
  // A signer that needs the chain's state first may not send while that state is frozen.
  if (name !== 'stale')
    await expect.poll(() => node.liar.sent, { timeout: STEP_MS, interval: 50 }).toBeGreaterThan(before);
  await until(Date.now() + LYING_MS);
  node.liar.beHonest();
}

function turn<T>(of: readonly T[], at: number): T {
  const one = of[at % of.length];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

function tell(words: string): void {
  console.log(`${words} (seed ${seed}); ${gateway().requested.length} payouts requested so far`);
}

function gateway(): FaultyGateway {
  if (started === undefined) throw new Error('The gateway is not running.');
  return started;
}
