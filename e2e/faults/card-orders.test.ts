import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_FAULT_POINTS } from '../../activities/card-orders/fault-points.fixture.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { Step } from './barrier.fixture.ts';
import { type CardAudit, DELIVERED, gatherCardCrowd } from './card-crowd.fixture.ts';
import { type Gateway, startGateway } from './gateway.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

const others = ['card-partner', 'Postgres', 'Temporal', 'api'] as const;
type Victim = (typeof others)[number] | 'worker';

/** Everything with everything, or the worker at each step and each of the others at one. */
const isWhole = process.env.FAULT_MATRIX === 'whole';
const seed = chooseSeed();
const random = seededRandom(seed);

/** An order comes to its next step in this time, after whatever was done to those before it. */
const STEP_MS = 180_000;
/** The keeper gives up on a process that dies more than five times a minute. */
const APART_MS = 14_000;

let running: { readonly gateway: Gateway; readonly db: Db } | undefined;
beforeAll(async () => {
  const gateway = await startGateway({ CARD_COMMISSION_BPS: '200', SANDBOX_BLOCK_SECONDS: '1' });
  const db = connect(gateway.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
  running = { gateway, db };
}, 300_000);
afterAll(async () => {
  await running?.db.close();
  await running?.gateway.stop();
}, 120_000);

test('kill -9 at each step of a card order: none is lost, made twice at the partner, or booked twice', async () => {
  const { gateway, crowd } = parts();
  const paid: Promise<void>[] = [];
  const killedAtMs = new Map<Victim, number>();
  const killAt = async (step: Step, victim: Victim) => {
    await until((killedAtMs.get(victim) ?? 0) + APART_MS);
    gateway.barrier.arm(step);
    const life = await crowd.begin({ story: `${victim} killed at ${step}`, behavior: 'pays', ends: DELIVERED });
    paid.push(life.paid);
    await gateway.barrier.held(STEP_MS);
    killedAtMs.set(victim, Date.now());
    await killProgram(gateway, victim);
    gateway.barrier.release();
    await untilBack(gateway, victim);
  };
  const shift = Math.floor(random() * others.length);
  const cells = CARD_FAULT_POINTS.flatMap((step, row): { step: Step; victim: Victim }[] => {
    const turn = others[(row / 2 + shift) % others.length];
    const victims = isWhole ? others : row % 2 === 0 && turn !== undefined ? [turn] : [];
    return [{ step, victim: 'worker' }, ...victims.map((victim) => ({ step, victim }))];
  });
  for (const { step, victim } of cells) await killAt(step, victim);
  await Promise.all(paid);
  report(`killed at ${cells.length} steps`, await untilClean(crowd.audit));
}, 3_600_000);

let crowd: ReturnType<typeof gatherCardCrowd> | undefined;

function parts() {
  if (running === undefined) throw new Error('The product is not running.');
  crowd ??= gatherCardCrowd(running.gateway, running.db);
  return { gateway: running.gateway, crowd };
}

function report(words: string, { problems, survived, lost, madeTwice, bookedTwice }: CardAudit): void {
  console.log(
    `${words} (seed ${seed}); card orders so far: ${survived} survived, ${lost} lost, ${madeTwice} made twice, ` +
      `${bookedTwice} booked twice; problems: ${problems.length}`,
  );
  expect(problems, `seed ${seed}`).toEqual([]);
}
