import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentInvoice } from '../../contract/invoice.view.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { conversionsTable } from '../conversions/rows.ts';
import { setMarket } from '../conversions/testing.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { freeze } from '../ledger/freezes.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { chooseGate } from './choose.ts';
import { cancelInvoice, completeInvoice } from './commands.ts';
import { createInvoice } from './create.ts';
import { applyInvoiceEvents } from './process.ts';
import { readInvoice } from './read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from './testing.fixture.ts';

let database: TestDatabase;
let db: Db;
let shop: TestMerchant;
const FULL: Autoconversion = { type: 'full', gate_id: 'EUR' };

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 5 });
});
beforeEach(async () => {
  await setMarket(db);
  shop = await makeShop(db);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const sheet = (asset: string) => balanceSheet(db, shop.merchantId, asset);
const mismatches = async () => (await trialBalance(db)).mismatches;
const shown = async (id: string) => presentInvoice(await readInvoice(db, id));

describe('a settlement with conversion', () => {
  test('an invoice in euro brings its euro less fees, whatever the coin is worth by then', async () => {
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL });
    await setMarket(db, 0.5);
    await payInFull(db, invoice.id);
    // 100 EUR less 1 % service are 99, less 0.5 % conversion.
    expect(await sheet('EUR')).toEqual({ available: 9_850n });
    expect(await sheet('BTC')).toEqual({});
    const { status, status_reason, conversion } = await shown(invoice.id);
    expect([status, status_reason]).toEqual(['done', null]);
    expect(conversion).toMatchObject({
      from: 'BTC',
      to: 'EUR',
      amount_from: '0.00198000',
      amount_to: '98.50',
      rate: '50000',
      at: 'locked',
    });
    const event = await one<{ body: string }>(
      db,
      `SELECT body FROM event WHERE entity_id = $1 AND type = 'invoice.done'`,
      [invoice.id],
    );
    expect(JSON.parse(event.body).data.conversion).toEqual(conversion);
    expect(await mismatches()).toEqual([]);
  });

  test('paid by the customer, the fee leaves the euro that an invoice without conversion brings', async () => {
    await execute(db, `UPDATE profile SET conversion_fee_payer = 'customer' WHERE id = $1`, [shop.profileId]);
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL });
    // 100.00 × 0.5 % ÷ 99.5 %, rounded up.
    expect(await shown(invoice.id)).toMatchObject({
      amount: '100.00',
      total: '100.51',
      amount_due: '0.00201020',
      fees: { network: '0.00', conversion: '0.51' },
    });
    await payInFull(db, invoice.id);
    // 100.51 EUR less 1 % service and 0.5 % conversion are 99.00, as of 100 EUR without a conversion.
    expect(await sheet('EUR')).toEqual({ available: 9_900n });
    expect(await sheet('BTC')).toEqual({});
    expect(await mismatches()).toEqual([]);
  });

  test('the customer pays for a conversion only with an asset that is converted', async () => {
    await execute(db, `UPDATE profile SET conversion_fee_payer = 'customer' WHERE id = $1`, [shop.profileId]);
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL, gateId: 'TRX' });
    const choose = (gateId: 'BTC' | 'TRX') =>
      inTransaction(db, (tx) =>
        chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId, nowMs: Date.now() }),
      ).then(presentInvoice);
    expect(await shown(invoice.id)).toMatchObject({ total: '100.00', fees: { conversion: '0.00' } });
    expect(await choose('BTC')).toMatchObject({ total: '100.51', fees: { conversion: '0.51' } });
    // A fee that was agreed with the invoice stays, whatever the profile says by now.
    await execute(db, `UPDATE profile SET conversion_fee_payer = 'merchant' WHERE id = $1`, [shop.profileId]);
    expect(await choose('TRX')).toMatchObject({ total: '100.00', fees: { conversion: '0.00' } });
    expect(await choose('BTC')).toMatchObject({ total: '100.51', fees: { conversion: '0.51' } });
  });

  test('a partial one converts the whole units of its percentage and leaves the rest', async () => {
    const invoice = await makeInvoice(db, shop, { autoconversion: { type: 'partial', gate_id: 'EUR', percent: 33 } });
    await payInFull(db, invoice.id);
    // 33 % of 198,000 are 65,340.
    expect(await sheet('BTC')).toEqual({ available: 132_660n });
    expect((await shown(invoice.id)).conversion).toMatchObject({ amount_from: '0.00065340', amount_to: '32.50' });
    expect(await mismatches()).toEqual([]);
  });

  test('what is more than due converts at the rate of the moment', async () => {
    await execute(db, 'UPDATE profile SET overpaid_tolerance_bps = 1000 WHERE id = $1', [shop.profileId]);
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL });
    const payment = await recordPayment(db, { invoiceId: invoice.id, minor: 210_000n });
    await setPayment(db, payment, 'confirmed');
    await setMarket(db, 0.5);
    await paymentsChanged(db, invoice.id);
    await settleNow(db, invoice.id);
    const parts = await conversionsTable.find(db, { invoiceId: invoice.id }, { order: [['rateAt', 'ASC']] });
    expect(parts).toMatchObject([
      { rateAt: 'locked', amountFromMinor: 198_000n, amountToMinor: 9_850n, spreadBps: 0 },
      // 0.0001 BTC at 25000 less 0.3 % less 0.5 %.
      { rateAt: 'present', amountFromMinor: 10_000n, amountToMinor: 248n, spreadBps: 30 },
    ]);
    expect((await shown(invoice.id)).conversion).toMatchObject({ amount_to: '100.98', at: 'present' });
    expect(await mismatches()).toEqual([]);
  });

  test('a late payment converts at the rate of the moment: the lock is no free option', async () => {
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL, autocomplete: true, lifetimeSeconds: 5 });
    const lateMs = invoice.expiresAt.getTime() + 60_000;
    await execute(db, `UPDATE invoice SET status = 'expired', expiry_decided_at = now() WHERE id = $1`, [invoice.id]);
    const late = { firstSeenAtMs: lateMs, seenValueMinor: 10_000n, confirmedAtMs: lateMs };
    await recordPayment(db, { invoiceId: invoice.id, minor: 200_000n, status: 'confirmed', ...late });
    await setMarket(db, 0.5);
    await paymentsChanged(db, invoice.id, lateMs);
    await settleNow(db, invoice.id, Date.now());
    expect((await shown(invoice.id)).conversion).toMatchObject({ amount_to: '49.10', at: 'present' });
  });

  describe('the locked rate ends where somebody chooses the day', () => {
    /** The invoice and the moment after its deadline at which it is judged. */
    async function open(input: Parameters<typeof makeInvoice>[2] = {}) {
      const invoice = await makeInvoice(db, shop, { autoconversion: FULL, lifetimeSeconds: 5, ...input });
      const expiresMs = invoice.expiresAt.getTime();
      return { id: invoice.id, onTimeMs: expiresMs - 1_000, lateMs: expiresMs + 60_000 };
    }
    type Open = Awaited<ReturnType<typeof open>>;
    const command = ({ id, lateMs }: Pick<Open, 'id' | 'lateMs'>) => {
      const scope = { profileId: shop.profileId };
      return { invoiceId: id, scope, nowMs: lateMs };
    };
    const confirmed = (minor: bigint, { id, onTimeMs }: Open) =>
      recordPayment(db, {
        invoiceId: id,
        minor,
        status: 'confirmed',
        firstSeenAtMs: onTimeMs,
        confirmedAtMs: onTimeMs,
      });
    const judge = ({ id, lateMs }: Open) =>
      moneyTransaction(db, (tx) =>
        applyInvoiceEvents(tx, [{ id, event: { type: 'deadline' }, cause: 'deadline', nowMs: lateMs }]),
      );
    const short = async (input: Parameters<typeof makeInvoice>[2] = {}) => {
      const invoice = await open(input);
      await confirmed(199_999n, invoice);
      await paymentsChanged(db, invoice.id, invoice.onTimeMs);
      await judge(invoice);
      return invoice;
    };

    test('a merchant who completes an underpaid invoice gets what the coins are worth by then', async () => {
      const invoice = await short();
      expect(await shown(invoice.id)).toMatchObject({ status: 'invalid', status_reason: 'underpaid' });
      await setMarket(db, 0.5);
      await moneyTransaction(db, (tx) => completeInvoice(tx, command(invoice)));
      expect(await shown(invoice.id)).toMatchObject({
        status: 'done',
        conversion: { amount_to: '49.10', at: 'present' },
      });
      expect(await mismatches()).toEqual([]);
    });

    test('and so does one who completes what was paid in full after the invoice was canceled', async () => {
      const invoice = await open();
      await inTransaction(db, (tx) => cancelInvoice(tx, { ...command(invoice), nowMs: invoice.onTimeMs }));
      await confirmed(200_000n, invoice);
      await paymentsChanged(db, invoice.id, invoice.onTimeMs);
      expect(await shown(invoice.id)).toMatchObject({ status: 'invalid', status_reason: 'paid_after_cancel' });
      await setMarket(db, 0.5);
      await moneyTransaction(db, (tx) => completeInvoice(tx, command(invoice)));
      expect(await shown(invoice.id)).toMatchObject({
        status: 'done',
        conversion: { amount_to: '49.10', at: 'present' },
      });
    });

    test('the missing satoshi, sent on the day of choice, does not bring the old rate for the rest', async () => {
      const invoice = await short({ autocomplete: true });
      await setMarket(db, 0.5);
      const late = { firstSeenAtMs: invoice.lateMs, seenValueMinor: 0n, confirmedAtMs: invoice.lateMs };
      await recordPayment(db, { invoiceId: invoice.id, minor: 1n, status: 'confirmed', ...late });
      await paymentsChanged(db, invoice.id, invoice.lateMs);
      await settleNow(db, invoice.id, invoice.lateMs);
      expect(await shown(invoice.id)).toMatchObject({
        status: 'done',
        status_reason: 'auto_completed',
        conversion: { amount_to: '49.10', at: 'present' },
      });
    });

    test('a shortfall that the profile accepts settles at the deadline, and keeps it', async () => {
      await execute(db, `UPDATE profile SET underpaid_policy = 'accept' WHERE id = $1`, [shop.profileId]);
      await setMarket(db);
      const invoice = await open();
      await confirmed(199_999n, invoice);
      await paymentsChanged(db, invoice.id, invoice.onTimeMs);
      await setMarket(db, 0.5);
      await judge(invoice);
      expect(await shown(invoice.id)).toMatchObject({
        status: 'done',
        status_reason: 'underpaid_accepted',
        conversion: { amount_to: '98.50', at: 'locked' },
      });
    });
  });

  test('pairs that never convert settle as they came, and the invoice says so', async () => {
    const invoice = await makeInvoice(db, shop, { autoconversion: { type: 'full', gate_id: 'ETH' }, gateId: 'BCH' });
    await payInFull(db, invoice.id);
    expect(await shown(invoice.id)).toMatchObject({
      status: 'done',
      status_reason: 'conversion_not_possible',
      conversion: null,
    });
    expect(Object.keys(await sheet('BCH'))).toEqual(['available']);
  });

  test('no rate, a full position or a frozen balance delay no settlement: the coins are held', async () => {
    const settle = async () => {
      const invoice = await makeInvoice(db, shop, { autoconversion: { type: 'full', gate_id: 'LTC' } });
      return invoice.id;
    };
    const [noRate, full, frozen] = [await settle(), await settle(), await settle()];
    await execute(db, `UPDATE rate SET expires_at = now() WHERE asset = 'LTC'`);
    await payInFull(db, noRate);
    await setMarket(db);
    await execute(db, `UPDATE conversion_limit SET position_minor = 0 WHERE gate_id = 'LTC'`);
    await payInFull(db, full);
    await execute(db, `UPDATE conversion_limit SET position_minor = 10 ^ 20 WHERE gate_id = 'LTC'`);
    const account = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    await inTransaction(db, (tx) => freeze(tx, `invoice:${noRate}`, [account]));
    await payInFull(db, frozen);
    for (const id of [noRate, full, frozen]) {
      expect(await shown(id)).toMatchObject({ status: 'done', status_reason: 'conversion_waiting' });
    }
    expect(await sheet('BTC')).toEqual({ available: 3n * 198_000n });
    expect(await mismatches()).toEqual([]);
  });

  test('a debt is taken off once, also from several settlements of one batch', async () => {
    const owing = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'receivable' } as const;
    const loss = { ...owing, owner: 'gateway', kind: 'reorg_loss' } as const;
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const invoice = await makeInvoice(db, shop, { autoconversion: FULL });
      const payment = await recordPayment(db, { invoiceId: invoice.id, minor: 200_000n });
      await paymentsChanged(db, invoice.id);
      await setPayment(db, payment, 'confirmed');
      await paymentsChanged(db, invoice.id);
      ids.push(invoice.id);
    }
    const postings = [{ debit: owing, credit: loss, minor: 50_000n }];
    await inTransaction(db, (tx) => postTransfers(tx, [{ key: `loss:${shop.merchantId}`, kind: 'loss', postings }]));
    const nowMs = Date.now();
    const event = { type: 'settle' } as const;
    await moneyTransaction(db, (tx) =>
      applyInvoiceEvents(
        tx,
        ids.map((id) => ({ id, event, cause: `together:${id}`, nowMs })),
      ),
    );
    // Twice 99 euro and once 99 less the 25 that are owed, each less 0.5 %.
    expect(await sheet('EUR')).toEqual({ available: 27_063n });
    expect([await sheet('BTC'), await mismatches()]).toEqual([{}, []]);
  });

  test('a debt is paid before anything converts', async () => {
    const owing = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'receivable' } as const;
    const loss = { ...owing, owner: 'gateway', kind: 'reorg_loss' } as const;
    const postings = [{ debit: owing, credit: loss, minor: 50_000n }];
    await inTransaction(db, (tx) => postTransfers(tx, [{ key: `loss:${shop.merchantId}`, kind: 'loss', postings }]));
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL });
    await payInFull(db, invoice.id);
    expect(await sheet('BTC')).toEqual({});
    expect((await shown(invoice.id)).conversion).toMatchObject({ amount_from: '0.00148000' });
  });

  test('a batch converts with as many statements as one invoice', async () => {
    const invoices = [];
    for (let index = 0; index < 5; index += 1) invoices.push(await makeInvoice(db, shop, { autoconversion: FULL }));
    for (const { id } of invoices) {
      await recordPayment(db, { invoiceId: id, minor: 200_000n, status: 'confirmed' });
      await paymentsChanged(db, id);
    }
    const steps = invoices.map(({ id }) => ({
      id,
      event: { type: 'settle' } as const,
      cause: 'batch',
      nowMs: Date.now(),
    }));
    await moneyTransaction(db, (tx) => applyInvoiceEvents(tx, steps));
    await moneyTransaction(db, (tx) => applyInvoiceEvents(tx, steps));
    expect(await sheet('EUR')).toEqual({ available: 5n * 9_850n });
    expect(await mismatches()).toEqual([]);
  });
});

describe('a reorganization after a converted settlement', () => {
  async function lose(): Promise<{ id: string; payment: string }> {
    const { id } = await makeInvoice(db, shop, { autoconversion: FULL });
    const payment = await payInFull(db, id);
    await setMarket(db, 2);
    await setPayment(db, payment, 'seen');
    return { id, payment };
  }

  test('takes back what the merchant got, at the rate it was made at, and freezes both balances', async () => {
    const { id, payment } = await lose();
    await paymentsChanged(db, id);
    expect(await shown(id)).toMatchObject({ status: 'error', conversion: null });
    expect([await sheet('EUR'), await sheet('BTC')]).toEqual([{}, {}]);
    const { count } = await one<{ count: string }>(
      db,
      `SELECT count(*) FROM account WHERE owner = $1 AND kind = 'available' AND frozen_at IS NOT NULL`,
      [shop.merchantId],
    );
    expect(Number(count)).toBe(2);
    expect(await mismatches()).toEqual([]);
    // Mined again: the same euro are back, once, and nothing is frozen.
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, id);
    expect(await sheet('EUR')).toEqual({ available: 9_850n });
    expect(await shown(id)).toMatchObject({ status: 'done', conversion: { amount_to: '98.50', at: 'locked' } });
    expect(await mismatches()).toEqual([]);
  });

  test('promised coins convert at the locked rate again, also when they are mined after the confirmation limit', async () => {
    const { id, payment } = await lose();
    await paymentsChanged(db, id);
    const daysAgo = "now() - interval '3 days'";
    await execute(db, `UPDATE payment SET first_seen_at = ${daysAgo} WHERE id = $1`, [payment]);
    await execute(db, `UPDATE invoice SET expires_at = ${daysAgo}, created_at = ${daysAgo} WHERE id = $1`, [id]);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, id);
    expect(await shown(id)).toMatchObject({ status: 'done', conversion: { amount_to: '98.50', at: 'locked' } });
    expect([await sheet('EUR'), await sheet('BTC'), await mismatches()]).toEqual([{ available: 9_850n }, {}, []]);
  });

  test('what was spent of it becomes a debt in the settled currency, which new money pays', async () => {
    const { id, payment } = await lose();
    const available = { owner: shop.merchantId, mode: 'sandbox', asset: 'EUR', kind: 'available' } as const;
    const spent = {
      debit: available,
      credit: { ...available, owner: 'gateway', kind: 'suspense:bank' as const },
      minor: 9_000n,
    };
    await inTransaction(db, (tx) => postTransfers(tx, [{ key: `spent:${id}`, kind: 'withdrawal', postings: [spent] }]));
    await paymentsChanged(db, id);
    expect(await sheet('EUR')).toEqual({ receivable: -9_000n });
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, id);
    expect(await sheet('EUR')).toEqual({ available: 850n });
    expect(await mismatches()).toEqual([]);
  });
});

describe('of two parts of one settlement', () => {
  const leftOf = async (invoiceId: string) => {
    const rows = await conversionsTable.find(db, { invoiceId });
    const left = (at: string) =>
      rows
        .filter(({ rateAt }) => rateAt === at)
        .reduce((sum, row) => sum + row.amountFromMinor - row.reversedFromMinor, 0n);
    return { locked: left('locked'), present: left('present') };
  };

  test('the excess is taken back at the rate of the moment, and what was due keeps the locked one', async () => {
    await execute(db, 'UPDATE profile SET overpaid_tolerance_bps = 1000 WHERE id = $1', [shop.profileId]);
    // The ids of both parts are of one millisecond and have no order.
    for (let index = 0; index < 6; index += 1) {
      const { id } = await makeInvoice(db, shop, { autoconversion: FULL });
      await recordPayment(db, { invoiceId: id, minor: 200_000n, status: 'confirmed' });
      const more = await recordPayment(db, { invoiceId: id, minor: 10_000n, status: 'confirmed' });
      await paymentsChanged(db, id);
      await settleNow(db, id);
      expect(await leftOf(id)).toEqual({ locked: 198_000n, present: 10_000n });
      await setPayment(db, more, 'seen');
      await paymentsChanged(db, id);
      expect(await leftOf(id)).toEqual({ locked: 198_000n, present: 0n });
    }
    expect(await mismatches()).toEqual([]);
  });

  test('a part paid in time that is lost and mined again has its locked rate again', async () => {
    await execute(db, `UPDATE profile SET underpaid_policy = 'accept' WHERE id = $1`, [shop.profileId]);
    const invoice = await makeInvoice(db, shop, { autoconversion: FULL, lifetimeSeconds: 5 });
    const { id, expiresAt } = invoice;
    const lateMs = expiresAt.getTime() + 60_000;
    const onTime = { firstSeenAtMs: lateMs - 61_000, confirmedAtMs: lateMs - 61_000 };
    const early = await recordPayment(db, { invoiceId: id, minor: 80_000n, status: 'confirmed', ...onTime });
    const late = { firstSeenAtMs: lateMs, confirmedAtMs: lateMs };
    await recordPayment(db, { invoiceId: id, minor: 120_000n, status: 'confirmed', ...late });
    await paymentsChanged(db, id, lateMs - 61_000);
    const judged = { id, event: { type: 'deadline' }, cause: 'deadline', nowMs: lateMs } as const;
    await moneyTransaction(db, (tx) => applyInvoiceEvents(tx, [judged]));
    const before = { locked: 79_200n, present: 118_800n };
    expect(await leftOf(id)).toEqual(before);
    await setPayment(db, early, 'seen');
    await paymentsChanged(db, id);
    expect(await leftOf(id)).toEqual({ locked: 0n, present: 118_800n });
    await setMarket(db, 0.5);
    await setPayment(db, early, 'confirmed');
    await paymentsChanged(db, id);
    expect(await leftOf(id)).toEqual(before);
    expect(await mismatches()).toEqual([]);
  });
});

test('without an exchange an invoice that requests a conversion is refused, and the profile’s is left out', async () => {
  const promised = await makeInvoice(db, shop, { autoconversion: FULL });
  const alone = { ...testSettings, canConvert: () => false };
  const requested = { profileId: shop.profileId, currency: 'EUR', priceMinor: 10_000n, nowMs: Date.now() };
  await expect(createInvoice(db, alone, { ...requested, autoconversion: FULL })).rejects.toMatchObject({
    fields: { autoconversion: ['Conversions are not offered at present: no exchange is connected.'] },
  });
  await execute(db, 'UPDATE profile SET autoconversion = $2 WHERE id = $1', [shop.profileId, JSON.stringify(FULL)]);
  const { invoice } = await createInvoice(db, alone, requested);
  expect(invoice.autoconversion).toEqual({ type: 'none' });
  // Earlier promises are kept, within the limit of the position.
  await payInFull(db, promised.id);
  expect((await shown(promised.id)).conversion).toMatchObject({ amount_to: '98.50', at: 'locked' });
});
