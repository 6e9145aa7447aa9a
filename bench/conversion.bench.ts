import pg from 'pg';
import { convertAtQuote } from '../db/conversions/convert.ts';
import { fundGate, setMarket } from '../db/conversions/testing.fixture.ts';
import { type Db, moneyTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { applyInvoiceEvents } from '../db/invoices/process.ts';
import { makeInvoice, makeShop, paymentsChanged, recordPayment } from '../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { inParallel } from './shop.ts';
import { inTurns, medians, overallRates } from './turns.ts';

/**
 * Conversions at quotes beside bare SQL transactions of the same shape over as many connections, the time they take
 * when 16 are requested at once, and settlements that convert beside those that do not.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    try {
      await setMarket(db);
      await execute(db, 'UPDATE conversion_limit SET position_minor = 10::numeric ^ 30');
      const shops = await Promise.all(Array.from({ length: MERCHANTS }, () => makeShop(db, { mode: 'production' })));
      for (const shop of shops) await fundGate(db, shop, 'BTC', 10n ** 15n);
      await prepareBare(pool, shops);
      return [await conversions(db, pool, shops), await latency(db, shops), await settlements(db)];
    } finally {
      await pool.end();
    }
  });
}

const CONNECTIONS = 3;
const MERCHANTS = 20;
const ROUNDS = 5;
const PER_ROUND = 400;
const AT_ONCE = 16;
/** Short turns, so that a machine that is slower for a while is so for both. */
const TURNS = 30;
const INVOICES = 30;

async function conversions(db: Db, pool: pg.Pool, shops: readonly TestMerchant[]): Promise<Figure> {
  const rates = await inTurns(ROUNDS, {
    value: async () => {
      const quotes = await makeQuotes(db, shops, PER_ROUND);
      return perSecond(quotes, CONNECTIONS, (quote) => convert(db, quote));
    },
    reference: async () => {
      const quotes = await makeQuotes(db, shops, PER_ROUND);
      return perSecond(quotes, CONNECTIONS, (quote) => bareConversion(pool, quote));
    },
  });
  const { value, reference } = medians(rates);
  return {
    name: 'conversions at quotes',
    value,
    unit: '/s',
    reference: { name: 'bare SQL', value: reference },
    target: '≥ 0.6 of bare SQL',
    ok: value / reference >= 0.6,
  };
}

async function latency(db: Db, shops: readonly TestMerchant[]): Promise<Figure> {
  const took: number[] = [];
  const quotes = await makeQuotes(db, shops, 2 * PER_ROUND);
  await perSecond(quotes, AT_ONCE, async (quote) => {
    const start = performance.now();
    await convert(db, quote);
    took.push(performance.now() - start);
  });
  const value = percentile(took, 0.99);
  return { name: `a conversion, p99 of ${AT_ONCE} at once`, value, unit: 'ms', target: '≤ 50 ms', ok: value <= 50 };
}

async function settlements(db: Db): Promise<Figure> {
  const shop = await makeShop(db);
  const ready = { full: await readyToSettle(db, shop, 'full'), none: await readyToSettle(db, shop, 'none') };
  const settle = (type: 'full' | 'none') =>
    perSecond(ready[type].splice(0, INVOICES), CONNECTIONS, (id) => settleOne(db, id));
  await settle('none');
  await settle('full');
  const rates = await inTurns(TURNS, { value: () => settle('full'), reference: () => settle('none') });
  const { value, reference } = overallRates(rates);
  return {
    name: 'settlements with conversion',
    value,
    unit: '/s',
    reference: { name: 'without', value: reference },
    target: '≥ 0.8 of those without',
    ok: value / reference >= 0.8,
  };
}

/** Enough paid invoices for all turns, and one before them. */
async function readyToSettle(db: Db, shop: TestMerchant, type: 'full' | 'none'): Promise<string[]> {
  const autoconversion = type === 'full' ? ({ type, gate_id: 'EUR' } as const) : ({ type } as const);
  const ids: string[] = [];
  await inParallel((TURNS + 1) * INVOICES, CONNECTIONS, async () => {
    const { id } = await makeInvoice(db, shop, { autoconversion });
    await recordPayment(db, { invoiceId: id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(db, id);
    ids.push(id);
  });
  return ids;
}

async function settleOne(db: Db, id: string): Promise<void> {
  const step = { id, event: { type: 'settle' } as const, cause: `settle:${newId()}`, nowMs: Date.now() };
  await moneyTransaction(db, (tx) => applyInvoiceEvents(tx, [step]));
}

interface Quote {
  readonly id: string;
  readonly profileId: string;
  readonly merchantId: string;
}

function convert(db: Db, { id: quoteId, profileId }: Quote): Promise<unknown> {
  return moneyTransaction(db, (tx) => convertAtQuote(tx, { quoteId, profileId, by: profileId, nowMs: Date.now() }));
}

/** Quotes of 0.01 BTC at 49850, written at once: what is measured is their use. */
async function makeQuotes(db: Db, shops: readonly TestMerchant[], count: number): Promise<Quote[]> {
  const made = Array.from({ length: count }, (_, index) => ({ id: newId(), shop: shops[index % shops.length] }));
  return select<Quote>(
    db,
    `INSERT INTO conversion_quote (id, merchant_id, profile_id, mode, from_gate_id, to_gate_id, amount_from_minor,
       amount_to_minor, fee_minor, rate, spread_bps, fee_bps, sources, created_at, expires_at)
     SELECT id, merchant, profile, 'production', 'BTC', 'EUR', 1000000, 49600, 250, 49850, 30, 50, '[]', now(),
       now() + interval '1 hour'
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS q(id, merchant, profile)
     RETURNING id, profile_id AS "profileId", merchant_id AS "merchantId"`,
    [made.map(({ id }) => id), made.map(({ shop }) => shop?.merchantId), made.map(({ shop }) => shop?.profileId)],
  );
}

async function perSecond<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<unknown>) {
  const left = [...items];
  const start = performance.now();
  const runner = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return (items.length * 1_000) / (performance.now() - start);
}

const BARE = 'bare ';

/** The accounts of the bare transactions: as many as the product's, in the same table. */
async function prepareBare(pool: pg.Pool, shops: readonly TestMerchant[]): Promise<void> {
  const kinds = ['position', 'fees:conversion'].flatMap((kind) =>
    ['BTC', 'EUR'].flatMap((asset) => Array.from({ length: 8 }, (_, stripe) => ['gateway', asset, kind, stripe])),
  );
  const owned = shops.flatMap(({ merchantId }) => ['BTC', 'EUR'].map((asset) => [merchantId, asset, 'available', 0]));
  for (const [owner, asset, kind, stripe] of [...kinds, ...owned]) {
    await pool.query(
      `INSERT INTO account (owner, mode, asset, kind, stripe, may_go_negative)
       VALUES ($1, 'production', $2, $3, $4, true)`,
      [`${BARE}${owner}`, asset, kind, stripe],
    );
  }
}

/** Use of the quote, lock of five accounts, a transfer with six entries, balances, row, event and message. */
async function bareConversion(pool: pg.Pool, { id, merchantId, profileId }: Quote): Promise<void> {
  const client = await pool.connect();
  try {
    const key = newId();
    await client.query('BEGIN');
    await client.query({ name: 'take', text: TAKE, values: [id] });
    const stripe = Number.parseInt(key.slice(-1), 16) % 8;
    const locked = await client.query({
      name: 'lock',
      text: LOCK,
      values: [`${BARE}${merchantId}`, `${BARE}gateway`, stripe],
    });
    const of = (name: string): string => locked.rows.find((row) => row.name === name)?.id;
    const pairs = [
      [of('BTC available'), of('BTC position'), 'BTC', 1_000_000],
      [of('EUR position'), of('EUR available'), 'EUR', 49_600],
      [of('EUR position'), of('EUR fees:conversion'), 'EUR', 250],
    ] as const;
    const lines = pairs.flatMap(
      ([from, to, asset, minor]) =>
        [
          [from, asset, minor],
          [to, asset, -minor],
        ] as const,
    );
    await client.query({
      name: 'write',
      text: WRITE,
      values: [key, lines.map(([at]) => at), lines.map(([, asset]) => asset), lines.map(([, , minor]) => minor)],
    });
    await client.query({ name: 'row', text: ROW, values: [key, id, profileId, merchantId, newId()] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const TAKE = 'UPDATE conversion_quote SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING *';
const LOCK = `
  SELECT id, asset || ' ' || kind AS name FROM account
  WHERE (owner = $1 AND kind = 'available')
    OR (owner = $2 AND stripe = $3 AND (kind = 'position' OR (kind = 'fees:conversion' AND asset = 'EUR')))
  ORDER BY id FOR NO KEY UPDATE`;
const WRITE = `
  WITH made AS (
    INSERT INTO transfer (key, kind, state, digest)
    VALUES ($1::text, 'conversion', 'posted', sha256(convert_to($1::text, 'UTF8')))
    RETURNING id),
  line AS (
    SELECT made.id AS transfer_id, l.account_id, l.asset, l.amount, l.line
    FROM made, unnest($2::bigint[], $3::text[], $4::numeric[]) WITH ORDINALITY AS l(account_id, asset, amount, line)),
  written AS (
    INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
    SELECT transfer_id, account_id, asset, 'posted', amount, line FROM line)
  UPDATE account a SET debits_posted = a.debits_posted + c.debits, credits_posted = a.credits_posted + c.credits
  FROM (SELECT account_id, sum(greatest(amount, 0)) AS debits, -sum(least(amount, 0)) AS credits FROM line GROUP BY 1) c
  WHERE a.id = c.account_id`;
const ROW = `
  WITH made AS (
    INSERT INTO conversion (id, merchant_id, profile_id, mode, kind, quote_id, from_gate_id, to_gate_id,
      amount_from_minor, amount_to_minor, fee_minor, rate, rate_at, spread_bps, fee_bps, sources,
      created_by, created_at)
    VALUES ($1, $4, $3, 'production', 'manual', $2, 'BTC', 'EUR',
      1000000, 49600, 250, 49850, 'present', 30, 50, '[]',
      $3, now())),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($5, $3, 'conversion.done', $1, repeat('x', 500)))
  INSERT INTO outbox (event_id, topic, payload) VALUES ($5, 'event.conversion.done', '{}')`;
