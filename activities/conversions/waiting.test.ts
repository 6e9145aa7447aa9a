import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentInvoice } from '../../contract/invoice.view.ts';
import { connect } from '../../db/connect.ts';
import { conversionsTable, waitingConversionsTable } from '../../db/conversions/rows.ts';
import { setMarket } from '../../db/conversions/testing.fixture.ts';
import { CONVERSION_PATIENCE_MS } from '../../db/conversions/waiting.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeShop,
  payInFull,
  paymentsChanged,
  setPayment,
} from '../../db/invoices/testing.fixture.ts';
import { balances } from '../../db/ledger/balances.ts';
import { freeze, unfreeze } from '../../db/ledger/freezes.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { depositLives } from '../chain/deposit-life.fixture.ts';
import { convertDue } from './waiting.ts';

let database: TestDatabase;
let db: Db;
let shop: TestMerchant;
const FULL: Autoconversion = { type: 'full', gate_id: 'EUR' };
const LTC: Autoconversion = { type: 'full', gate_id: 'LTC' };

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 5 });
});
beforeEach(async () => {
  await setMarket(db);
  await openPositions();
  shop = await makeShop(db);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const sheet = (asset: string) => balanceSheet(db, shop.merchantId, asset);
const mismatches = async () => (await trialBalance(db)).mismatches;
const shown = async (id: string) => presentInvoice(await readInvoice(db, id));
const waiting = () => waitingConversionsTable.find(db, { merchantId: shop.merchantId });
const troubles: unknown[] = [];
const later = (ms = 10_000) => convertDue(db, Date.now() + ms, (error) => troubles.push(error));

async function spendable(): Promise<bigint | undefined> {
  const all = await balances(db, { owner: shop.merchantId, mode: 'sandbox' });
  return all.find(({ asset, kind }) => asset === 'BTC' && kind === 'available')?.spendable;
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id', [id]);
  return rows.map(({ type }) => type);
}

/** Pays an invoice while it cannot be converted. */
async function wait(autoconversion: Autoconversion, obstacle: () => Promise<unknown>) {
  const { id } = await makeInvoice(db, shop, { autoconversion });
  await obstacle();
  return { id, payment: await payInFull(db, id) };
}

const noRate = () => execute(db, `UPDATE rate SET expires_at = now() WHERE asset = 'LTC'`);
const fillPositions = () => execute(db, 'UPDATE conversion_limit SET position_minor = 0');
const openPositions = () => execute(db, 'UPDATE conversion_limit SET position_minor = 10 ^ 20');
const thaw = () => inTransaction(db, (tx) => unfreeze(tx, 'invoice:other'));
function frost(): Promise<void> {
  const account = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
  return inTransaction(db, (tx) => freeze(tx, 'invoice:other', [account]));
}

describe('a conversion that cannot be made when its invoice is settled', () => {
  test.each([
    ['a full position', fillPositions, openPositions],
    ['a frozen balance', frost, thaw],
  ] as const)('because of %s waits with its coins held, and is made at the promised rate', async (_, on, off) => {
    const { id } = await wait(FULL, on);
    expect(await shown(id)).toMatchObject({ status: 'done', status_reason: 'conversion_waiting', conversion: null });
    expect([await spendable(), await mismatches()]).toEqual([0n, []]);
    await later();
    expect(await shown(id)).toMatchObject({ status_reason: 'conversion_waiting' });
    await off();
    await setMarket(db, 0.5);
    await later(20_000);
    expect(await shown(id)).toMatchObject({
      status: 'done',
      status_reason: null,
      conversion: { amount_to: '98.50', at: 'locked' },
    });
    expect([await sheet('EUR'), await sheet('BTC'), await waiting()]).toEqual([{ available: 9_850n }, {}, []]);
    const [conversion] = await conversionsTable.find(db, { invoiceId: id });
    expect(await eventsOf(conversion?.id ?? '')).toEqual(['conversion.done']);
    await later(30_000);
    expect(await sheet('EUR')).toEqual({ available: 9_850n });
    expect([await mismatches(), troubles]).toEqual([[], []]);
  });

  test('because a rate is missing for a moment is made once there is one', async () => {
    const { id } = await wait(LTC, noRate);
    expect(await shown(id)).toMatchObject({ status: 'done', status_reason: 'conversion_waiting' });
    await setMarket(db);
    await later();
    expect(await shown(id)).toMatchObject({ status_reason: null, conversion: { to: 'LTC' } });
    expect([await sheet('BTC'), await mismatches()]).toEqual([{}, []]);
  });

  test('is not tried before its time, and made only once by several that try at the same moment', async () => {
    const { id } = await wait(FULL, fillPositions);
    await openPositions();
    await convertDue(db, Date.now(), (error) => troubles.push(error));
    expect(await shown(id)).toMatchObject({ status_reason: 'conversion_waiting' });
    await Promise.all([later(), later(), later()]);
    expect(await sheet('EUR')).toEqual({ available: 9_850n });
    expect(await conversionsTable.find(db, { invoiceId: id })).toHaveLength(1);
    expect(troubles).toEqual([]);
  });

  test('is dropped after a day: the merchant has the coins, and is notified', async () => {
    const { id } = await wait(FULL, fillPositions);
    await later(CONVERSION_PATIENCE_MS - 60_000);
    expect(await shown(id)).toMatchObject({ status_reason: 'conversion_waiting' });
    await later(CONVERSION_PATIENCE_MS + 60_000);
    expect(await shown(id)).toMatchObject({ status: 'done', status_reason: 'conversion_given_up', conversion: null });
    expect([await spendable(), await waiting()]).toEqual([198_000n, []]);
    expect((await eventsOf(id)).slice(-2)).toEqual(['invoice.done', 'invoice.done']);
    await openPositions();
    await later(CONVERSION_PATIENCE_MS + 120_000);
    expect([await sheet('BTC'), await mismatches()]).toEqual([{ available: 198_000n }, []]);
  });

  test('is made at the very end if it is possible then', async () => {
    const { id } = await wait(FULL, fillPositions);
    await openPositions();
    await later(CONVERSION_PATIENCE_MS + 60_000);
    expect(await shown(id)).toMatchObject({ status_reason: null, conversion: { amount_to: '98.50' } });
  });

  test('goes with money that a reorganization takes, and waits again when it is mined again', async () => {
    const { id, payment } = await wait(FULL, fillPositions);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, id);
    expect(await shown(id)).toMatchObject({ status: 'error', conversion: null });
    expect([await sheet('BTC'), await waiting(), await mismatches()]).toEqual([{}, [], []]);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, id);
    expect(await shown(id)).toMatchObject({ status: 'done', status_reason: 'conversion_waiting' });
    expect(await waiting()).toHaveLength(1);
    await openPositions();
    await later();
    expect([await sheet('EUR'), await mismatches()]).toEqual([{ available: 9_850n }, []]);
  });
});

test('that of a deposit waits in the same way, and is dropped after a day', async () => {
  const { live, close } = depositLives(db);
  const [made, over] = [await live('LTC', { autoconversion: FULL }), await live('LTC', { autoconversion: FULL })];
  await fillPositions();
  for (const life of [made, over]) {
    await life.pay('2');
    await life.blocks();
    await life.settle();
    expect(await life.deposit()).toMatchObject({
      status: 'done',
      statusReason: 'conversion_waiting',
      conversion: null,
    });
    expect(await life.booked()).toEqual({ available: 199_000_000n });
  }
  await execute(db, 'UPDATE waiting_conversion SET until_at = now() WHERE deposit_id = $1', [
    (await over.deposit()).id,
  ]);
  await later();
  await openPositions();
  await later(20_000);
  expect(await made.deposit()).toMatchObject({ statusReason: null, conversion: { to: 'EUR', at: 'present' } });
  expect(await over.deposit()).toMatchObject({ statusReason: 'conversion_given_up', conversion: null });
  expect([await made.booked(), await over.booked()]).toEqual([{}, { available: 199_000_000n }]);
  expect((await eventsOf((await over.deposit()).id)).slice(-2)).toEqual(['deposit.done', 'deposit.done']);
  expect([await waiting(), await mismatches(), troubles]).toEqual([[], [], []]);
  await close();
});
