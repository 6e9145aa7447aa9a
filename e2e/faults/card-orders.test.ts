import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_FAULT_POINTS } from '../../activities/card-orders/fault-points.fixture.ts';
import { signedAuthorization } from '../../activities/card-partner/signature.ts';
import type { CardBehavior } from '../../activities/card-partner/simulator/faults.ts';
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

test('a partner that loses answers, webhooks, coins and payments: each order ends as it should', async () => {
  const { crowd } = parts();
  await crowd.partner.failNext('create', 'lost_answer', 'error_after_work', 'outage', 'rate_limit', 'not_json');
  const delivered: readonly CardBehavior[] = [
    'pays',
    'webhooks_lost',
    'webhooks_doubled',
    'webhooks_late',
    'webhooks_reordered',
    'webhooks_forged',
    'unknown_status',
    'more_identity',
    'expires_first',
  ];
  const begun = [
    ...delivered.map((behavior) => crowd.begin({ story: behavior, behavior, ends: DELIVERED })),
    crowd.begin({ story: 'declined', behavior: 'declined', ends: { status: 'declined' } }),
    crowd.begin({
      story: 'charged back',
      behavior: 'chargeback',
      ends: { status: 'charged_back', earned: 1, reversed: 1 },
    }),
    crowd.begin({
      story: 'delivered less',
      behavior: 'delivers_less',
      ends: { status: 'sending', reason: 'short' },
    }),
    crowd.begin({
      story: 'delivered to somebody else',
      behavior: 'delivers_elsewhere',
      ends: { status: 'sending', reason: 'elsewhere' },
    }),
    crowd.begin({ story: 'delivered to nobody', behavior: 'delivers_nothing', ends: { status: 'sending' } }),
    // The customer pays the seller's new price without the gateway.
    crowd.begin({
      story: 'paid at a price that nobody accepted',
      behavior: 'pays',
      percent: 110n,
      ends: { status: 'sending', reason: 'short' },
    }),
  ];
  await Promise.all(begun.map(async (life) => (await life).paid));
  report(`${begun.length} orders at a faulty partner`, await untilClean(crowd.audit));
}, 900_000);

test('forged, old and replayed webhooks change nothing', async () => {
  const { gateway, crowd } = parts();
  const [life] = crowd.lives.filter(({ ends }) => ends === DELIVERED);
  if (life === undefined) throw new Error('No order was delivered.');
  const [order] = crowd.partner.ordersOf(life.id);
  const { account } = crowd.partner;
  const { pathname: path } = new URL(account.webhookUrl);
  const body = new TextEncoder().encode(
    JSON.stringify({ order_id: order?.id, external_id: life.id, status: 'refunded', order_type: 'BUY' }),
  );
  const send = async (secret: string, atMs: number) => {
    const authorization = signedAuthorization(
      { key: account.key, secret },
      { method: 'POST', path, nonce: String(atMs), body },
    );
    const answer = await fetch(`${gateway.started.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    return answer.ok;
  };
  const nowMs = Date.now();
  expect(await send('guessed', nowMs)).toBe(false);
  expect(await send(account.webhookSecret, nowMs - 11 * 60_000)).toBe(false);
  // Signed, and again and again: the partner is asked, which says that it is complete.
  for (let times = 0; times < 20; times += 1) expect(await send(account.webhookSecret, nowMs)).toBe(true);
  report('webhooks that lie', await untilClean(crowd.audit));
}, 300_000);

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
