import { performance } from 'node:perf_hooks';
import { setRates } from '../api/testing.fixture.ts';
import { checkDashboard } from '../db/dashboard/check.ts';
import { rebuildDashboard } from '../db/dashboard/project.ts';
import { makeInvoice } from '../db/invoices/testing.fixture.ts';
import { type Db, inTransaction } from '../db/sequelize.ts';
import { execute, one, prepared, select } from '../db/sql.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';

const INVOICES = 1_000_000;
const DAYS = 900;
const CALLS = 300;
const MOST_MS = 50;
const LEAST_PER_SECOND = 20_000;
const PATHS = [
  'dashboard/operations-summary',
  'dashboard/revenue',
  'charts/balance?range=1Y',
  'charts/balance?range=all',
  'charts/revenue?range=1Y',
  'charts/revenue?range=all',
  'wallets',
  'history/info',
] as const;

/**
 * The dashboard of a merchant with a million invoices over two and a half years, paid with every coin: each of its
 * calls, beside one bare query for a row; and how fast its sums are computed from the beginning and compared, beside
 * one bare sum over the same entries.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const shop = await makeMerchant(db);
    await setRates(db, 'sandbox');
    await seed(db, shop);
    const rebuildSeconds = await secondsOf(async () => {
      read = await rebuildDashboard(db);
    });
    const bareSeconds = await secondsOf(() => select(db, bareSumSql));
    const differences = await checkDashboard(db);
    if (differences.length > 0) throw new Error(`The sums differ: ${JSON.stringify(differences[0])}`);
    await execute(db, 'VACUUM ANALYZE balance_day, balance_month, operation_day, payer_day, rate_day, account');
    const perSecond = read / rebuildSeconds;
    return [
      {
        name: `events of a rebuild, ${read} in all`,
        value: perSecond,
        unit: '/s',
        reference: { name: 'one bare sum over their entries', value: read / bareSeconds },
        target: `≥ ${LEAST_PER_SECOND} /s`,
        ok: perSecond >= LEAST_PER_SECOND,
      },
      ...(await calls(url, db, shop)),
    ];
  });
}

let read = 0;

async function calls(url: string, db: Db, shop: TestMerchant): Promise<Figure[]> {
  const { api, origin } = await startBenchApi(url);
  try {
    const headers = await signIn(origin, shop);
    const bare = await timed(() => one(db, bareRowSql, [shop.profileId]));
    const figures: Figure[] = [];
    for (const path of PATHS) {
      const times = await timed(async () => {
        const answer = await fetch(`${origin}/spa/sandbox/${path}`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      });
      const p99 = percentile(times, 0.99);
      figures.push({
        name: `${path} of a merchant with ${INVOICES} invoices, 99th percentile`,
        value: p99,
        unit: 'ms',
        reference: { name: 'a bare query for one row', value: percentile(bare, 0.99) },
        target: `≤ ${MOST_MS} ms`,
        ok: p99 <= MOST_MS,
      });
    }
    return figures;
  } finally {
    await api.stop();
  }
}

async function signIn(origin: string, { user: { email, password } }: TestMerchant): Promise<{ cookie: string }> {
  const given = await fetch(`${origin}/auth/csrf-cookie`);
  const token = given.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      'x-visitor-id': 'visitor-of-a-benchmark',
    },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

/** The milliseconds of each call, one after the other; the first ones, which prepare statements, do not count. */
async function timed(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < CALLS + 20; made += 1) {
    const beganAt = performance.now();
    await call();
    if (made >= 20) times.push(performance.now() - beganAt);
  }
  return times;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return (performance.now() - beganAt) / 1_000;
}

/** Rows as a busy shop leaves them, written without the checks of each one: every second invoice was paid. */
async function seed(db: Db, shop: TestMerchant): Promise<void> {
  const { id } = await makeInvoice(db, shop);
  const columns = await select<{ name: string }>(db, columnsSql);
  const names = columns.map(({ name }) => name);
  await inTransaction(db, async (tx) => {
    await execute(tx, `SET LOCAL session_replication_role = replica`);
    await execute(tx, `SET LOCAL statement_timeout = 0`);
    for (const sql of seedSql(names)) await execute(tx, sql, [id, shop.merchantId]);
  });
  await execute(db, 'ANALYZE');
}

const columnsSql = `
  SELECT quote_ident(column_name) AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = 'invoice'
    AND column_name NOT IN ('id', 'created_at', 'reference', 'gate_id') AND is_generated = 'NEVER'`;

const GATE = `(ARRAY['BTC','LTC','BCH','ETH','USDT_ERC20','USDT_TRC20','TRX','XRP'])[1 + n / ${DAYS} % 8]`;
const AT = `now() - (n % ${DAYS}) * interval '1 day' - (n % 86400) * interval '1 second'`;
const ID = `('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
// Every day has invoices of each coin, half of them paid.
const PAID = `n / ${DAYS * 8} % 2 = 0`;
const CHOSEN = `n / ${DAYS * 8} % 10 < 8`;
const NUMBERS = `generate_series(1, ${INVOICES}) AS n`;

function seedSql(names: readonly string[]): string[] {
  const whose = '(SELECT $1::uuid AS id, $2::text AS owner) AS w';
  return [
    `INSERT INTO invoice (id, created_at, gate_id, ${names.join(', ')})
     SELECT ${ID}, ${AT}, ${GATE}, ${names.map((name) => `i.${name}`).join(', ')}
     FROM (SELECT $2::text) AS w, invoice i, ${NUMBERS} WHERE i.id = $1::uuid`,
    `INSERT INTO quote (id, invoice_id, gate_id, network, chain, address, total_minor, rate_value, rate_source,
       locked_at, amount_due_minor)
     SELECT ${ID}, ${ID}, ${GATE}, 'X', 'test', 'a', 1, 1, 'bench', now(), 1
     FROM ${whose}, ${NUMBERS} WHERE ${CHOSEN}`,
    `INSERT INTO account (owner, mode, asset, kind, may_go_negative)
     SELECT w.owner, 'sandbox', asset, 'available', true
     FROM ${whose}, unnest(ARRAY['BTC','LTC','BCH','ETH','USDT_ERC20','USDT_TRC20','TRX','XRP']) AS asset`,
    `INSERT INTO account (owner, mode, asset, kind, may_go_negative)
     SELECT w.owner, 'sandbox', ${GATE}, 'invoice:' || ${ID}, true FROM ${whose}, ${NUMBERS} WHERE ${PAID}`,
    `INSERT INTO transfer (key, kind, state, digest, invoice_id, created_at)
     SELECT k.kind || ':' || n, k.kind, 'posted', '', ${ID}, ${AT}
     FROM ${whose}, (VALUES ('payment_credit'), ('settle')) AS k (kind), ${NUMBERS} WHERE ${PAID}`,
    `INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
     SELECT t.id, a.id, a.asset, 'posted', CASE t.kind WHEN 'settle' THEN 100000 ELSE -100000 END, 0
     FROM ${whose}, transfer t JOIN account a ON a.kind = 'invoice:' || t.invoice_id`,
    `INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
     SELECT t.id, v.id, v.asset, 'posted', -99000, 1
     FROM ${whose}, transfer t JOIN account a ON a.kind = 'invoice:' || t.invoice_id
     JOIN account v ON v.owner = a.owner AND v.kind = 'available' AND v.asset = a.asset WHERE t.kind = 'settle'`,
    `INSERT INTO rate_day (mode, asset, currency, day, value)
     SELECT 'sandbox', asset, currency, current_date - n, 1 + n % 7
     FROM ${whose}, generate_series(1, ${DAYS}) AS n,
       unnest(ARRAY['BTC','LTC','BCH','ETH','USDT','TRX','XRP']) AS asset,
       unnest(ARRAY['EUR','USD','GBP']) AS currency`,
  ];
}

const bareSumSql = `
  SELECT a.asset, sum(e.amount)::text AS sum FROM transfer t JOIN entry e ON e.transfer_id = t.id
  JOIN account a ON a.id = e.account_id GROUP BY 1`;
const bareRowSql = prepared('SELECT invoice_currency FROM profile WHERE id = $1');
