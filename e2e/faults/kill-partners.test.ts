import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { one, select } from '../../db/core/sql.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { PATIENCE_MS, pause } from './crowd.fixture.ts';
import { killProgram, until, untilBack, untilClean } from './killing.fixture.ts';
import { chooseSeed, seededRandom } from './random.fixture.ts';

const all = ['worker', 'Postgres', 'Temporal'] as const;
const rounds = Number(process.env.FAULT_ROUNDS || '1');
const seed = chooseSeed();
const random = seededRandom(seed);
const first = Math.floor(random() * all.length);
/** All of them, or two. */
const victims = process.env.FAULT_MATRIX === 'whole' ? all : [...all, ...all].slice(first, first + 2);

const PARTNERS = 4;
const MERCHANTS = 2;
const FEES = 6;
/** Fees come for about this long, while shares and settlements are made: a kill within it meets each of their steps. */
const crowdMs = 8_000;
/**
 * Of each merchant: 100 euro a fee, of which the last one is returned. An ambassador has a tenth, so the first fee
 * reaches the minimum of a settlement, and a kill meets settlements too.
 */
const FEE_MINOR = 10_000n;
const EARNED_MINOR = (BigInt(MERCHANTS * (FEES - 1)) * FEE_MINOR) / 10n;

let product: RunningProduct | undefined;
let db: Db | undefined;

beforeAll(async () => {
  product = await startProduct();
  db = connect(product.servers.databaseUrl, { poolSize: 4, applicationName: 'tidegate-audit' });
});
afterAll(async () => {
  await db?.close();
  await product?.stop();
});

test(
  `kill -9 of ${victims.join(', ')} while fees are shared and a month is settled: no cent is lost, none comes twice`,
  async () => {
    if (product === undefined || db === undefined) throw new Error('The product is not running.');
    const [running, on] = [product, db];
    const found: PartnersAudit[] = [];
    for (let round = 0; round < rounds * victims.length; round += 1) {
      const victim = victims[round % victims.length] ?? 'worker';
      const crowd = await openCrowd(on);
      const killed = async () => {
        await until(Date.now() + random() * crowdMs);
        await killProgram(running, victim);
        await untilBack(running, victim);
      };
      const stop = new AbortController();
      const settling = settleAgainAndAgain(running, stop.signal);
      await Promise.all([chargeAll(on, crowd), killed()]);
      found.push(await untilClean(() => audit(on, crowd)));
      stop.abort();
      await settling;
    }
    const sum = (count: (each: PartnersAudit) => number) => found.reduce((total, each) => total + count(each), 0);
    console.log(
      `${victims.join(', ')}: killed ${rounds} times each (seed ${seed}); fees: ${sum(({ fees }) => fees)} charged, ` +
        `${sum(({ lost }) => lost)} lost, ${sum(({ twice }) => twice)} shared twice; settlements: ` +
        `${sum(({ settlements }) => settlements)} of ${found.length * PARTNERS}`,
    );
    expect(
      found.flatMap(({ problems }) => problems),
      `seed ${seed}`,
    ).toEqual([]);
  },
  300_000 + rounds * victims.length * 300_000,
);

interface Earner {
  readonly id: string;
  readonly account: TestMerchant;
  readonly merchants: readonly TestMerchant[];
}

/** Partners with merchants that have not paid a fee yet. */
async function openCrowd(on: Db): Promise<readonly Earner[]> {
  const desk = partnerDesk(on);
  const crowd: Earner[] = [];
  for (let made = 0; made < PARTNERS; made += 1) {
    const partner = await desk.active();
    const merchants: TestMerchant[] = [];
    for (let brought = 0; brought < MERCHANTS; brought += 1) merchants.push(await desk.referred(partner));
    crowd.push({ ...partner, merchants });
  }
  return crowd;
}

/** Each fee once by its key, however often it has to be tried while a server is away. */
async function chargeAll(on: Db, crowd: readonly Earner[]): Promise<void> {
  const desk = partnerDesk(on);
  const merchants = crowd.flatMap(({ merchants }) => merchants);
  await Promise.all(
    merchants.map(async (merchant) => {
      for (let fee = 0; fee < FEES; fee += 1) {
        await pause((random() * 2 * crowdMs) / FEES);
        const [subject, key] = [`payout:${newId()}`, newId()];
        await persist(() => desk.charge(merchant, FEE_MINOR, { subject, key }));
        if (fee < FEES - 1) continue;
        const back = newId();
        await persist(() => desk.charge(merchant, -FEE_MINOR, { subject, key: back }));
      }
    }),
  );
}

async function persist(act: () => Promise<unknown>): Promise<void> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
    }
    await pause(500);
  }
}

/** As if the hour of the schedule came every second. */
async function settleAgainAndAgain({ servers }: RunningProduct, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const connection = await Connection.connect({ address: servers.temporalAddress, connectTimeout: 2_000 });
      try {
        await new Client({ connection }).schedule.getHandle(workflowIds.partnerSettlement).trigger();
      } finally {
        await connection.close();
      }
    } catch {
      // Temporal is on its way back.
    }
    await pause(1_000);
  }
}

/** Everything in `problems` is a defect, once there was time to finish. */
interface PartnersAudit {
  readonly problems: readonly string[];
  readonly fees: number;
  readonly lost: number;
  readonly twice: number;
  readonly settlements: number;
}

/** A month is settled once, so what comes after it waits on the account of earnings: together, it is all. */
async function audit(on: Db, crowd: readonly Earner[]): Promise<PartnersAudit> {
  const problems: string[] = [];
  const counted = { fees: 0, lost: 0, twice: 0, settlements: 0 };
  for (const { id, account, merchants } of crowd) {
    const { charged, shared } = await one<{ charged: number; shared: number }>(on, feesSql, [
      id,
      merchants.map(({ merchantId }) => merchantId),
    ]);
    counted.fees += charged;
    counted.lost += Math.max(0, charged - shared);
    counted.twice += Math.max(0, shared - charged);
    const books = await partnerDesk(on).books(id);
    const { settled, count } = await one<{ settled: string; count: number }>(on, settledSql, [id]);
    const { balance } = await one<{ balance: string }>(on, balanceSql, [account.merchantId]);
    counted.settlements += count;
    if (charged !== MERCHANTS * (FEES + 1) || shared !== charged)
      problems.push(`${id}: ${shared} of ${charged} shared`);
    if (books.earned !== EARNED_MINOR) problems.push(`${id} has earned ${books.earned}`);
    if (BigInt(settled) + books.earnings - books.debt !== EARNED_MINOR) problems.push(`${id} was settled ${settled}`);
    if (balance !== settled) problems.push(`${id} was settled ${settled} and given ${balance}`);
    if (count !== 1) problems.push(`${id} has ${count} settlements`);
  }
  const { mismatches } = await trialBalance(on);
  problems.push(...mismatches.map(({ check }) => `the books: ${check}`));
  const alerts = await select<{ subject: string }>(on, alertsSql, []);
  problems.push(...alerts.map(({ subject }) => `an alert about ${subject}`));
  return { problems, ...counted };
}

// The entries on the gateway's accounts of fees that belong to these merchants, and those of them that were shared.
const feesSql = `
  SELECT (SELECT count(*)::int FROM entry e JOIN account a ON a.id = e.account_id
      WHERE a.owner = 'gateway' AND a.mode = 'production' AND a.kind = 'fees:service' AND e.layer = 'posted'
        AND EXISTS (SELECT FROM entry x JOIN account o ON o.id = x.account_id
          WHERE x.transfer_id = e.transfer_id AND o.owner = ANY($2::text[]))) AS charged,
    (SELECT count(*)::int FROM partner_share s WHERE s.partner_id = $1) AS shared`;

const settledSql = `
  SELECT coalesce(sum(minor), 0)::text AS settled, count(*)::int AS count
  FROM partner_settlement WHERE partner_id = $1`;

const balanceSql = `
  SELECT coalesce(sum(credits_posted - debits_posted), 0)::text AS balance FROM account
  WHERE owner = $1 AND mode = 'production' AND asset = 'EUR' AND kind = 'available'`;

const alertsSql = `
  SELECT subject FROM alert WHERE kind IN ('partner_unshared', 'partner_unsettled') AND resolved_at IS NULL`;
