import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { examples, timeForExamples } from '../../domain/examples.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { connect } from '../connect.ts';
import { inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { checkDashboard } from './check.ts';
import { projectChanges, rebuildDashboard } from './project.ts';
import { allSums, openInvoice, projectAll, writePast } from './testing.fixture.ts';
import { setTimeZone } from './time-zone.ts';

const PROJECTOR = 'projector-of-test';
const { db, databaseUrl } = await openTestDatabase();
const projector = connect(databaseUrl, { applicationName: PROJECTOR });
afterAll(() => projector.close());
await makeRates(db);

const ZONES = ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'Asia/Kathmandu', 'America/St_Johns'] as const;
const ASSETS = ['BTC', 'USDT_TRC20'] as const;
/** Around both changes of clocks, where a day is easily another one. */
const moment = fc
  .oneof(
    fc.date({ min: new Date('2026-03-28T00:00:00Z'), max: new Date('2026-03-31T00:00:00Z'), noInvalidDate: true }),
    fc.date({ min: new Date('2026-10-24T00:00:00Z'), max: new Date('2026-10-27T00:00:00Z'), noInvalidDate: true }),
  )
  .map((date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000));

const change = fc.record({
  do: fc.constantFrom('settle', 'unsettle', 'credit', 'debt', 'open', 'choose', 'zone', 'kill', 'twice'),
  shop: fc.nat({ max: 1 }),
  invoice: fc.nat({ max: 2 }),
  asset: fc.constantFrom(...ASSETS),
  minor: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  at: moment,
  zone: fc.constantFrom(...ZONES),
  /** How long its transaction stays open, and whether it is given up. */
  openMs: fc.nat({ max: 12 }),
  isGivenUp: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly shops: readonly TestMerchant[];
  /** By shop. */
  readonly invoices: readonly (readonly string[])[];
  /** Transfers that were committed. */
  readonly moved: { readonly at: Date; readonly shop: number; readonly asset: string; readonly minor: bigint }[];
}

test('the sums equal the ledger, whatever happens in which order, while projectors die, work at the same time and repeat', {
  timeout: timeForExamples(240_000),
}, async () => {
  const runs = examples(12, 'DASHBOARD_EXAMPLES');
  let killed = 0;
  const property = fc.asyncProperty(
    fc.array(change, { minLength: 5, maxLength: 40 }),
    fc.integer({ min: 1, max: 7 }),
    async (changes, limit) => {
      const world = await newWorld();
      let isOver = false;
      // Two at a time, as in two workers; small batches, so that changes are taken in many orders.
      const projectors = [0, 1].map(async () => {
        while (!isOver) {
          await projectChanges(projector, limit).catch((error: unknown) => {
            killed += 1;
            return error;
          });
        }
      });
      await Promise.all(changes.map((each) => make(world, each)));
      isOver = true;
      await Promise.all(projectors);
      await projectAll(db, limit);
      await expectLedger(world);

      const before = await allSums(db);
      await rebuildDashboard(db);
      expect(await allSums(db)).toEqual(withoutZeros(before));
      await projectAll(db);
      expect(await allSums(db)).toEqual(withoutZeros(before));
    },
  );
  await fc.assert(property, { numRuns: runs });
  // A run in which nobody dies would prove less.
  expect(killed).toBeGreaterThan(0);
});

async function newWorld(): Promise<World> {
  const shops = [await makeShop(db), await makeShop(db)];
  const invoices: string[][] = [];
  for (const shop of shops) {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await openInvoice(db, shop));
    invoices.push(ids);
  }
  return { shops, invoices, moved: [] };
}

async function make(world: World, each: Change): Promise<void> {
  const { shops, invoices, moved } = world;
  const shop = shops[each.shop];
  const invoiceId = invoices[each.shop]?.[each.invoice];
  if (shop === undefined || invoiceId === undefined) throw new Error('There is no such shop.');
  await pause(each.openMs);
  if (each.do === 'kill') await killProjectors();
  if (each.do === 'kill' || each.do === 'twice') {
    await projectChanges(db).catch(() => 0);
    return;
  }
  const done = await inTransaction(db, async (tx) => {
    const minor = await perform(tx, { shop, invoiceId }, each);
    await pause(each.openMs);
    if (each.isGivenUp) throw new GivenUp();
    return minor;
  }).catch((error: unknown) => {
    if (error instanceof GivenUp) return 0n;
    throw error;
  });
  if (done !== 0n) moved.push({ at: each.at, shop: each.shop, asset: each.asset, minor: done });
}

/** @returns by how much the merchant's money changed */
async function perform(
  tx: Tx,
  { shop, invoiceId }: { readonly shop: TestMerchant; readonly invoiceId: string },
  { do: what, asset, minor, at, zone }: Change,
): Promise<bigint> {
  const { merchantId } = shop;
  const own = `invoice:${invoiceId}`;
  const fee = minor / 100n;
  // Every settlement has locked the invoice.
  await execute(tx, 'SELECT FROM invoice WHERE id = $1 FOR UPDATE', [invoiceId]);
  if (what === 'settle' || what === 'unsettle') {
    const sign = what === 'settle' ? 1n : -1n;
    const credits = [
      [merchantId, own, -sign * minor],
      [merchantId, 'available', sign * (minor - fee)],
      ['gateway', 'fees:service', sign * fee],
    ] as const;
    await writePast(tx, shop, { kind: what, at, asset, invoiceId, credits });
    return -sign * fee;
  }
  if (what === 'credit') {
    await writePast(tx, shop, { kind: 'payment_credit', at, asset, invoiceId, credits: [[merchantId, own, minor]] });
    return minor;
  }
  if (what === 'debt') {
    await writePast(tx, shop, { kind: 'cover', at, asset, credits: [[merchantId, 'receivable', -minor]] });
    return -minor;
  }
  if (what === 'zone') await setTimeZone(tx, shop.merchantId, zone);
  if (what === 'open') await copyInvoice(tx, invoiceId, at);
  if (what === 'choose') await chooseFor(tx, invoiceId, asset);
  return 0n;
}

/** Another invoice like it, created at that moment. */
async function copyInvoice(tx: Tx, id: string, at: Date): Promise<void> {
  const columns = await select<{ name: string }>(
    tx,
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'invoice' AND column_name NOT IN ('id', 'created_at')
       AND is_generated = 'NEVER'`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  const sql = `INSERT INTO invoice (id, created_at, ${names}) SELECT $2, $3, ${names} FROM invoice WHERE id = $1`;
  await execute(tx, sql, [id, newId(), at]);
}

async function chooseFor(tx: Tx, invoiceId: string, gateId: string): Promise<void> {
  await execute(
    tx,
    `INSERT INTO quote (id, invoice_id, gate_id, network, chain, address, total_minor, rate_value, rate_source,
       locked_at,
       amount_due_minor)
     VALUES ($1, $2, $3, 'X', 'test', 'a', 1, 1, 'test', now(), 1) ON CONFLICT DO NOTHING`,
    [newId(), invoiceId, gateId],
  );
}

/** The sums say what the ledger's accounts say, on the days that Intl knows, and what they are computed from. */
async function expectLedger({ shops, moved }: World): Promise<void> {
  for (const [index, shop] of shops.entries()) {
    const rows = await select<{ asset: string; day: string; minor: string }>(
      db,
      `SELECT asset, day::text, (in_minor - out_minor)::text AS minor FROM balance_day WHERE merchant_id = $1`,
      [shop.merchantId],
    );
    const zones = await select<{ zone: string | null }>(db, 'SELECT time_zone AS zone FROM merchant WHERE id = $1', [
      shop.merchantId,
    ]);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zones[0]?.zone ?? 'UTC', dateStyle: 'short' });
    const expected = new Map<string, bigint>();
    for (const { at, asset, minor } of moved.filter(({ shop: of }) => of === index)) {
      const key = `${asset} ${clock.format(at)}`;
      expected.set(key, (expected.get(key) ?? 0n) + minor);
    }
    const found = new Map(rows.map(({ asset, day, minor }) => [`${asset} ${day}`, BigInt(minor)]));
    for (const key of [...expected.keys(), ...found.keys()]) {
      expect([key, found.get(key) ?? 0n]).toEqual([key, expected.get(key) ?? 0n]);
    }
    const opened = await select<{ opened: string; invoices: string }>(
      db,
      `SELECT (SELECT coalesce(sum(opened), 0)::text FROM payer_day WHERE profile_id = $1 AND gate_id = '') AS opened,
         (SELECT count(*)::text FROM invoice WHERE profile_id = $1) AS invoices`,
      [shop.profileId],
    );
    expect(opened[0]?.opened).toBe(opened[0]?.invoices);
  }
  expect(await checkDashboard(db)).toEqual([]);
  expect(await select(db, 'SELECT FROM dashboard_change')).toEqual([]);
}

/** Amounts that cancel out within a day leave a row that a rebuild does not make. */
function withoutZeros(sums: Awaited<ReturnType<typeof allSums>>) {
  const isZero = (row: object) =>
    Object.entries(row).every(([name, value]) => !/_minor|count|opened|chosen|paid/.test(name) || value === '0');
  return Object.fromEntries(
    Object.entries(sums).map(([name, rows]) => [name, rows.filter((row) => !isZero(row as object))]),
  );
}

/** As if their processes died: their connections end, wherever they are. */
async function killProjectors(): Promise<void> {
  await select(
    db,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND state <> 'idle'`,
    [PROJECTOR],
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

class GivenUp extends Error {}
