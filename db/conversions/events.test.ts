import { beforeEach, expect, test } from 'vitest';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { applyInvoiceEvents } from '../invoices/process.ts';
import {
  makeInvoice,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../invoices/testing.fixture.ts';
import { refundDesk } from '../refunds/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { fundGate, setMarket } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 4 });
const FULL: Autoconversion = { type: 'full', gate_id: 'EUR' };
let shop: TestMerchant;
beforeEach(async () => {
  await setMarket(db);
  shop = await makeShop(db);
});

interface Told {
  readonly type: string;
  readonly mode: string;
  readonly data: object;
}

/** The webhooks about the shop's conversions: events that have a message, in their order. */
async function told(): Promise<Told[]> {
  const rows = await select<{ body: string; mode: string }>(
    db,
    `SELECT e.body, o.payload->>'mode' AS mode FROM event e
     JOIN outbox o ON o.event_id = e.id AND o.topic = 'event.' || e.type AND o.payload->>'entityId' = e.entity_id::text
     WHERE e.profile_id = $1 AND e.type LIKE 'conversion.%' ORDER BY e.id`,
    [shop.profileId],
  );
  return rows.map(({ body, mode }) => ({ ...JSON.parse(body), mode }));
}

async function confirmed(): Promise<string> {
  const { id } = await makeInvoice(db, shop, { autoconversion: FULL });
  await recordPayment(db, { invoiceId: id, minor: 200_000n, status: 'confirmed' });
  await paymentsChanged(db, id);
  return id;
}

const settle = (tx: Tx, ids: readonly string[]) =>
  applyInvoiceEvents(
    tx,
    ids.map((id) => ({ id, event: { type: 'settle' }, cause: 'test', nowMs: Date.now() })),
  );

test('the conversion of a settlement is announced once, with the invoice that it belongs to', async () => {
  const { id: invoice_id } = await makeInvoice(db, shop, { autoconversion: FULL });
  await payInFull(db, invoice_id);
  const money = { amount_from: '0.00198000', amount_to: '98.50', fee: '0.50', rate: '50000' };
  expect(await told()).toMatchObject([
    {
      type: 'conversion.done',
      mode: 'sandbox',
      data: { ...money, from: 'BTC', to: 'EUR', status: 'done', invoice_id, at: 'locked', mode: 'sandbox' },
    },
  ]);
});

test('settlements that die right before the commit tell nothing; repeated, each tells once', async () => {
  const ids = [await confirmed(), await confirmed(), await confirmed()];
  const crash = moneyTransaction(db, async (tx) => {
    await settle(tx, ids);
    throw new Error('the process died');
  });
  await expect(crash).rejects.toThrow('the process died');
  expect(await told()).toEqual([]);
  for (let time = 0; time < 2; time += 1) await moneyTransaction(db, (tx) => settle(tx, ids));
  const invoices = (await told()).map(({ data }) => ('invoice_id' in data ? data.invoice_id : null));
  expect(invoices.toSorted()).toEqual(ids.toSorted());
});

test('a settlement without conversion tells of none', async () => {
  const { id } = await makeInvoice(db, shop, { autoconversion: { type: 'none' } });
  await payInFull(db, id);
  expect(await told()).toEqual([]);
});

test('coins that a refund buys back are announced too, and a payment that is mined again converts and is announced again', async () => {
  await fundGate(db, shop, 'EUR', 50_000n);
  const { id } = await makeInvoice(db, shop, { autoconversion: FULL });
  const payment = await payInFull(db, id);
  await setPayment(db, payment, 'seen');
  await paymentsChanged(db, id);
  await setPayment(db, payment, 'confirmed');
  await paymentsChanged(db, id);
  await refundDesk(db).refund(shop, id);
  expect((await told()).map(({ data }) => data)).toMatchObject([
    { from: 'BTC', to: 'EUR', invoice_id: id },
    { from: 'BTC', to: 'EUR', invoice_id: id },
    { from: 'EUR', to: 'BTC', invoice_id: id, at: 'present' },
  ]);
});
