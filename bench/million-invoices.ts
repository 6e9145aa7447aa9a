import { setRates } from '../api/testing/server.fixture.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { makeInvoice } from '../db/invoices/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { withBenchDatabase } from './database.ts';

export const INVOICES = 1_000_000;
const DAYS = 900;

/** The fixtures of benchmarks for a merchant with a million invoices. */
export interface MillionInvoices {
  readonly url: string;
  readonly db: Db;
  readonly shop: TestMerchant;
}

/** Runs the work on a database of its own with a merchant that has a million invoices. */
export function withMillionInvoices<T>(work: (on: MillionInvoices) => Promise<T>): Promise<T> {
  return withBenchDatabase(async ({ url, db }) => {
    const shop = await makeMerchant(db);
    await setRates(db, 'sandbox');
    await seed(db, shop);
    return await work({ url, db, shop });
  });
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
    AND column_name NOT IN ('id', 'created_at', 'reference', 'gate_id', 'status') AND is_generated = 'NEVER'`;

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
    `INSERT INTO invoice (id, created_at, gate_id, reference, status, ${names.join(', ')})
     SELECT ${ID}, ${AT}, ${GATE}, 'order-' || n, CASE WHEN ${PAID} THEN 'done' ELSE 'expired' END,
       ${names.map((name) => `i.${name}`).join(', ')}
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
    `INSERT INTO event (id, profile_id, type, entity_id, body, created_at)
     SELECT ${ID}, i.profile_id, 'invoice.done', ${ID},
       '{"data":{"reference":"order-' || n || '","total":"49.90","currency":"EUR"}}', ${AT}
     FROM ${whose}, invoice i, ${NUMBERS} WHERE i.id = $1::uuid AND ${PAID}`,
    `INSERT INTO rate_day (mode, asset, currency, day, value)
     SELECT 'sandbox', asset, currency, current_date - n, 1 + n % 7
     FROM ${whose}, generate_series(1, ${DAYS}) AS n,
       unnest(ARRAY['BTC','LTC','BCH','ETH','USDT','TRX','XRP']) AS asset,
       unnest(ARRAY['EUR','USD','GBP']) AS currency`,
  ];
}
