import { expect, test } from 'vitest';
import type { Db } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { balances } from '../../db/ledger/balances.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { merchantsAside, shareAside, shareFees } from '../../db/partners/shares.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { createPartnerActivities } from './settling.ts';

// The database connection of a worker is killed at each row that a share, a clawback and a settlement write, before it,
// after it and at the commit. Whatever is killed: after another run, every cent is there, and no cent twice.

const { db } = await openTestDatabase();
const desk = partnerDesk(db);
const { settlePartners } = createPartnerActivities({ db, nowMs: Date.now });
const TABLES = [
  'transfer',
  'entry',
  'account',
  'partner',
  'partner_referral',
  'partner_share',
  'partner_fee_cursor',
  'partner_unshared',
  'partner_settlement',
];

await makeDeadly(db, TABLES);

const DEATHS = { timeout: 180_000 };

test('a worker that dies at any step of shares and settlements loses nothing and books nothing twice', async () => {
  let deaths = 0;
  for (let step = 1, died = true; died; step += 1) {
    died = await diesAt(step);
    deaths += died ? 1 : 0;
  }
  console.log(`Partners: ${deaths} deaths, no cent lost, no cent twice.`);
  expect(deaths).toBeGreaterThan(30);
});

test('a worker that dies at any step of a merchant set aside loses nothing either', DEATHS, async () => {
  let deaths = 0;
  for (let step = 1, died = true; died; step += 1) {
    died = await diesAside(step);
    deaths += died ? 1 : 0;
  }
  console.log(`Fees set aside: ${deaths} deaths, no cent lost, no cent twice.`);
  expect(deaths).toBeGreaterThan(20);
});

/** @returns whether there was such a step */
async function diesAside(step: number): Promise<boolean> {
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  const subject = await desk.charge(merchant, 30_000n);
  await desk.charge(merchant, 20_000n);
  await desk.charge(merchant, -10_000n, { subject });
  await startDying(step);
  const aside = new Map([[merchant.merchantId, 'It fails.']]);
  const work = async (kept: ReadonlyMap<string, string>) => {
    while ((await shareFees(db, kept)) > 0);
    for (const id of await merchantsAside(db)) while ((await shareAside(db, id)) > 0);
  };
  await Promise.allSettled([work(aside), work(aside)]);
  const last = await stopDying();
  await work(new Map());
  await work(new Map());

  expect(await desk.books(partner.id)).toEqual({ earned: 4_000n, earnings: 4_000n, debt: 0n });
  expect(await select(db, 'SELECT 1 FROM partner_unshared')).toEqual([]);
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect(await select(db, `SELECT 1 FROM alert WHERE kind = 'partner_unshared' AND resolved_at IS NULL`)).toEqual([]);
  return last >= step;
}

async function startDying(step: number): Promise<void> {
  await execute(db, 'ALTER SEQUENCE deaths RESTART');
  await execute(db, 'UPDATE death SET step = $1', [step]);
}

/** @returns how many steps there were */
async function stopDying(): Promise<number> {
  const { last } = await one<{ last: string }>(db, 'SELECT last_value AS last FROM deaths');
  await execute(db, 'UPDATE death SET step = 0');
  return Number(last);
}

/** @returns whether there was such a step */
async function diesAt(step: number): Promise<boolean> {
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  const subject = await desk.charge(merchant, 30_000n);
  await desk.charge(merchant, 20_000n);
  await desk.charge(merchant, -30_000n, { subject });
  await startDying(step);
  const work = async () => {
    while ((await shareFees(db)) > 0);
    await settlePartners();
  };
  // Two workers at once, of which one dies; what it leaves, the other one or the next run does.
  await Promise.allSettled([work(), work()]);
  const last = await stopDying();
  await work();
  await work();

  expect(await desk.books(partner.id)).toEqual({ earned: 2_000n, earnings: 0n, debt: 0n });
  const paid = await select(db, 'SELECT minor::text FROM partner_settlement WHERE partner_id = $1', [partner.id]);
  expect(paid).toEqual([{ minor: '2000' }]);
  const all = await balances(db, { owner: partner.account.merchantId, mode: 'production' });
  expect(all.map(({ kind, total }) => [kind, total])).toEqual([['available', 2_000n]]);
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect(await select(db, `SELECT 1 FROM alert WHERE kind = 'partner_unsettled' AND resolved_at IS NULL`)).toEqual([]);
  return last >= step;
}

/** A sequence counts the steps: it goes on when a transaction is lost. */
async function makeDeadly(on: Db, tables: readonly string[]): Promise<void> {
  await execute(on, 'CREATE SEQUENCE deaths');
  await execute(on, 'CREATE TABLE death AS SELECT 0::bigint AS step');
  await execute(
    on,
    `CREATE FUNCTION maybe_die() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF (SELECT step FROM death) > 0 AND nextval('deaths') = (SELECT step FROM death) THEN
         PERFORM pg_terminate_backend(pg_backend_pid());
         PERFORM pg_sleep(1);
       END IF;
       RETURN NEW;
     END $$`,
  );
  for (const table of tables) {
    const what = `ON ${table} FOR EACH ROW EXECUTE FUNCTION maybe_die()`;
    await execute(on, `CREATE TRIGGER dies_before BEFORE INSERT OR UPDATE ${what}`);
    await execute(on, `CREATE TRIGGER dies_after AFTER INSERT OR UPDATE OR DELETE ${what}`);
  }
  await execute(
    on,
    `CREATE CONSTRAINT TRIGGER dies_at_commit AFTER INSERT ON partner_settlement DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION maybe_die()`,
  );
}
