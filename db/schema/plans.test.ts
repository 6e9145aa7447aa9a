import { expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { convertAtQuote } from '../conversions/convert.ts';
import { makeConversionQuote } from '../conversions/quotes.ts';
import { fundGate, setMarket } from '../conversions/testing.fixture.ts';
import { type Db, inTransaction, moneyTransaction, type Tx } from '../core/sequelize.ts';
import { prepared, select, unseen } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { makeInvoice, makeShop, paymentsChanged, recordPayment } from '../invoices/testing.fixture.ts';
import { openDeliveries } from '../webhooks/deliveries.ts';

// One connection of each kind: plans belong to connections.
const { db } = await openTestDatabase({ poolSize: 1, moneyPoolSize: 1 });

/** Postgres plans a statement for its values five times before it considers a plan for any. */
const PLANNED = 5;
const TIMES = PLANNED + 3;

interface Plans {
  readonly statement: string;
  readonly custom: number;
}

/** The statements of the connection with an unseen parameter that were used often. */
async function plansOf(run: <T>(at: Db, work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<Plans[]> {
  return run(db, (tx) =>
    select<Plans>(
      tx,
      `SELECT statement, custom_plans::int AS custom FROM pg_prepared_statements
       WHERE statement LIKE '%(SELECT $_::%' AND custom_plans + generic_plans >= $1`,
      [TIMES],
    ),
  );
}

test('the length of an array leads to a new plan each time, unless it is unseen', async () => {
  const payments = (array: string) =>
    prepared(`
      SELECT w.id, (SELECT count(*) FROM payment p WHERE p.invoice_id = w.id) FROM unnest(${array}) AS w(id)`);
  const [seen, hidden] = [payments('$1::uuid[]'), payments(unseen('$1::uuid[]'))];
  const custom = await inTransaction(db, async (tx) => {
    for (let time = 0; time < TIMES; time += 1) {
      for (const statement of [seen, hidden]) await select(tx, statement, [[newId()]]);
    }
    const sql =
      'SELECT custom_plans::int AS custom FROM pg_prepared_statements WHERE name = ANY($1) ORDER BY name = $2';
    return select(tx, sql, [[seen.name, hidden.name], hidden.name]);
  });
  expect(custom).toEqual([{ custom: TIMES }, { custom: PLANNED }]);
});

test('settlements, conversions and deliveries keep their plans', async () => {
  await setMarket(db);
  const shop = await makeShop(db);
  await fundGate(db, shop, 'BTC', 10n ** 10n);
  for (let time = 0; time < TIMES; time += 1) {
    const { id } = await makeInvoice(db, shop, { autoconversion: { type: 'full', gate_id: 'EUR' } });
    await recordPayment(db, { invoiceId: id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(db, id);
    const settle = { id, event: { type: 'settle' } as const, cause: 'settle', nowMs: Date.now() };
    await moneyTransaction(db, (tx) => applyInvoiceEvent(tx, settle));
    const pair = { from: 'BTC', to: 'EUR', amountFromMinor: 1_000_000n, nowMs: Date.now() } as const;
    const { id: quoteId } = await makeConversionQuote(db, shop, pair);
    const accepted = { quoteId, profileId: shop.profileId, by: newId(), nowMs: Date.now() };
    await moneyTransaction(db, (tx) => convertAtQuote(tx, accepted));
    const events = await select<{ id: string }>(db, 'SELECT id FROM event WHERE entity_id = $1', [id]);
    for (const event of events) await openDeliveries(db, [{ eventId: event.id, url: 'https://shop.example' }]);
  }
  for (const run of [inTransaction, moneyTransaction]) {
    const plans = await plansOf(run);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter(({ custom }) => custom > PLANNED)).toEqual([]);
  }
});
