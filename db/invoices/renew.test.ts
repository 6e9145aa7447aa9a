import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { upsertRates } from '../rates/rates.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { changeInvoice } from './change.ts';
import { chooseGate } from './choose.ts';
import { countFirstMoney } from './first-money.ts';
import { applyInvoiceEvent } from './process.ts';
import { lockInvoice, readInvoice, readInvoiceParts } from './read.ts';
import { makeInvoice, makeRates, makeShop, recordPayment, testSettings } from './testing.fixture.ts';
import { invoiceTimeline } from './timeline.ts';

// A page that is open longer than its rate is locked. 100 EUR are 0.002 BTC, and 0.0025 once the coin costs less.

const { db } = await openTestDatabase();
const MINUTE = 60_000;
let shop: TestMerchant;
let startMs = 0;
const at = (minute: number) => startMs + minute * MINUTE;
const minuteOf = (moment: Date | null | undefined) =>
  moment === null || moment === undefined ? null : (moment.getTime() - startMs) / MINUTE;

beforeEach(async () => {
  startMs = Date.now();
  shop = await makeShop(db);
  await makeRates(db, 100_000_000);
});
afterEach(() => execute(db, `DELETE FROM rate WHERE mode = 'sandbox'`));

const longInvoice = () => makeInvoice(db, shop, { lifetimeSeconds: 86_400, nowMs: startMs });
const choose = (invoiceId: string, minute: number, gateId: 'BTC' | 'LTC' = 'BTC') =>
  inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId, gateId, nowMs: at(minute) }));

let samples = 0;

/** A newer rate; older ones are not stored. */
async function coinCosts(value: string): Promise<void> {
  samples += 1;
  const sampledAt = new Date(startMs + samples * 1_000);
  const about = { source: 'test', sampledAt, expiresAt: new Date(startMs + 100_000_000) };
  await inTransaction(db, (tx) =>
    upsertRates(tx, 'sandbox', [parseRate(value, { ...about, asset: 'BTC', currency: 'EUR' })]),
  );
}

/** As a follower records it: the terms are decided before the invoice is. */
async function seen(
  invoiceId: string,
  { minor, minute, recorded = minute }: { minor: bigint; minute: number; recorded?: number },
) {
  await recordPayment(db, { invoiceId, minor, firstSeenAtMs: at(minute) });
  const nowMs = at(recorded);
  await moneyTransaction(db, async (tx) => {
    await lockInvoice(tx, invoiceId);
    const { open } = await one<{ open: boolean }>(
      tx,
      'SELECT amount_paid_minor = 0 AS open FROM invoice WHERE id = $1',
      [invoiceId],
    );
    if (open) await countFirstMoney(tx, [invoiceId], nowMs);
    const event = { type: 'payments_changed' } as const;
    await applyInvoiceEvent(tx, { id: invoiceId, event, cause: `look:${newId()}`, nowMs });
  });
  const { row } = await readInvoiceParts(db, invoiceId);
  const { status, amountDueMinor, expiresAt } = row;
  return [status, amountDueMinor, minuteOf(expiresAt)];
}

describe('the rate of a long page', () => {
  test('is locked for 15 minutes from the choice, and the page stays open', async () => {
    const { quote, expiresAt } = await longInvoice();
    expect([minuteOf(quote?.lockedUntil), minuteOf(expiresAt)]).toEqual([15, 1440]);
    const usual = await makeInvoice(db, shop, { nowMs: startMs });
    expect([usual.quote?.lockedUntil, minuteOf(usual.expiresAt)]).toEqual([null, 15]);
  });

  test('stays while it is locked, and is the present one afterwards, for the same address', async () => {
    const { id, quote, version } = await longInvoice();
    await coinCosts('40000');
    expect(await choose(id, 15)).toMatchObject({ version, amountDueMinor: 200_000n });
    const renewed = await choose(id, 16);
    expect(renewed).toMatchObject({
      version: version + 1,
      status: 'pending',
      amountDueMinor: 250_000n,
      totalMinor: 10_000n,
      quote: { id: quote?.id, address: quote?.address, rateValue: '40000', amountDueMinor: 250_000n },
    });
    expect([minuteOf(renewed.quote?.lockedUntil), minuteOf(renewed.expiresAt)]).toEqual([31, 1440]);
    // Pressed twice: the same rate.
    expect((await choose(id, 17)).version).toBe(renewed.version);
    const { timeline } = await invoiceTimeline(db, renewed);
    const amounts = timeline.filter(({ text_key }) => text_key === 'gate_chosen').map(({ data }) => data.amount);
    expect(amounts).toEqual(['0.00200000', '0.00250000']);
  });

  test('ends with the page if that is sooner', async () => {
    const { id } = await longInvoice();
    expect((await choose(id, 1430)).quote?.lockedUntil).toBeNull();
    await expect(choose(id, 1441, 'LTC')).rejects.toMatchObject({ code: 'invoice_expired' });
  });

  test('is also the present one for a coin that was chosen before another', async () => {
    const { id, quote } = await longInvoice();
    await choose(id, 5, 'LTC');
    await coinCosts('40000');
    const back = await choose(id, 20);
    expect(back.quote).toMatchObject({ id: quote?.id, amountDueMinor: 250_000n });
    const { row } = await readInvoiceParts(db, id);
    expect([row.gateId, row.amountDueMinor]).toEqual(['BTC', 250_000n]);
  });

  test('is not renewed without a rate, nor once something was sent', async () => {
    const { id, version } = await longInvoice();
    await execute(db, `DELETE FROM rate WHERE mode = 'sandbox'`);
    await expect(choose(id, 16)).rejects.toMatchObject({ code: 'rate_unavailable' });
    expect((await readInvoice(db, id)).version).toBe(version);
    await seen(id, { minor: 100_000n, minute: 10 });
    await makeRates(db, 100_000_000);
    await coinCosts('40000');
    expect(await choose(id, 14)).toMatchObject({ status: 'partially_paid', amountDueMinor: 200_000n });
    await expect(choose(id, 14, 'LTC')).rejects.toMatchObject({ code: 'gate_locked' });
  });
});

describe('the first money of a long page', () => {
  test('counts at the locked rate, whose end is then the deadline for the rest', async () => {
    const { id } = await longInvoice();
    expect(await seen(id, { minor: 150_000n, minute: 10 })).toEqual(['partially_paid', 200_000n, 15]);
    expect(await seen(id, { minor: 50_000n, minute: 12 })).toEqual(['confirming', 200_000n, 15]);
  });

  test('counts at the rate that was locked when it was seen, even if the payer renewed it since', async () => {
    const { id } = await longInvoice();
    await coinCosts('40000');
    await choose(id, 16);
    expect(await seen(id, { minor: 200_000n, minute: 14, recorded: 17 })).toEqual(['confirming', 200_000n, 15]);
  });

  test('counts at the new rate after the renewal: the old amount is a part of it', async () => {
    const { id } = await longInvoice();
    await coinCosts('40000');
    await choose(id, 16);
    expect(await seen(id, { minor: 200_000n, minute: 20 })).toEqual(['partially_paid', 250_000n, 31]);
    expect(await seen(id, { minor: 50_000n, minute: 25 })).toEqual(['confirming', 250_000n, 31]);
  });

  test.each([
    ['40000', 'partially_paid', 250_000n],
    ['62500', 'confirming', 160_000n],
  ])('counts at the rate of its moment where none was locked (%s EUR)', async (price, status, due) => {
    const { id } = await longInvoice();
    await coinCosts(price);
    expect(await seen(id, { minor: 200_000n, minute: 40 })).toEqual([status, due, 55]);
    // Later payments change nothing about it.
    await coinCosts('10000');
    expect(await seen(id, { minor: 1n, minute: 41 })).toEqual([status, due, 55]);
  });

  test('is late without a rate of its moment: the merchant decides', async () => {
    const { id } = await longInvoice();
    await execute(db, `DELETE FROM rate WHERE mode = 'sandbox'`);
    expect(await seen(id, { minor: 200_000n, minute: 40 })).toEqual(['pending', 200_000n, 15]);
  });

  test('of a usual invoice changes nothing', async () => {
    const { id } = await makeInvoice(db, shop, { nowMs: startMs });
    expect(await seen(id, { minor: 100_000n, minute: 10 })).toEqual(['partially_paid', 200_000n, 15]);
    const late = await makeInvoice(db, shop, { nowMs: startMs });
    expect(await seen(late.id, { minor: 200_000n, minute: 16 })).toEqual(['pending', 200_000n, 15]);
  });

  test('never counts by an amount of an earlier price', async () => {
    const { id } = await longInvoice();
    await choose(id, 16);
    const command = { invoiceId: id, scope: { profileId: shop.profileId }, nowMs: at(17) };
    await inTransaction(db, (tx) => changeInvoice(tx, command, { priceMinor: 20_000n }));
    expect(
      await select(db, 'SELECT FROM earlier_quote e JOIN quote q ON q.id = e.quote_id WHERE q.invoice_id = $1', [id]),
    ).toEqual([]);
    expect(await seen(id, { minor: 200_000n, minute: 14, recorded: 18 })).toEqual(['partially_paid', 400_000n, 31]);
  });
});

describe('an amount that a payer has accepted', () => {
  const accept = (invoiceId: string, minute: number, acceptedMinor: bigint, gateId: 'BTC' | 'LTC' = 'BTC') =>
    inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId, gateId, nowMs: at(minute), acceptedMinor }));

  test('is not made higher by a new rate: nothing is locked, and the next try accepts what is due by then', async () => {
    const { id } = await longInvoice();
    await accept(id, 0, 200_000n);
    await coinCosts('40000');
    await expect(accept(id, 20, 200_000n)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const { row, quotes } = await readInvoiceParts(db, id);
    expect([row.amountDueMinor, minuteOf(quotes[0]?.lockedUntil)]).toEqual([200_000n, 15]);
    const renewed = await accept(id, 21, 250_000n);
    expect(renewed.quote?.amountDueMinor).toBe(250_000n);
    // Once more is the same quote, whatever was accepted.
    expect((await accept(id, 22, 1n)).quote?.amountDueMinor).toBe(250_000n);
  });

  test('is a limit only: a lower amount is locked', async () => {
    const { id } = await longInvoice();
    await accept(id, 0, 200_000n);
    await coinCosts('62500');
    expect((await accept(id, 20, 200_000n)).quote?.amountDueMinor).toBe(160_000n);
  });

  test('refuses another coin without consuming an address', async () => {
    const { id } = await longInvoice();
    const addresses = async () =>
      (await select(db, 'SELECT 1 FROM watched_address WHERE invoice_id = $1', [id])).length;
    const before = await addresses();
    await expect(accept(id, 0, 1n, 'LTC')).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await addresses()).toBe(before);
    expect((await choose(id, 1, 'LTC')).quote?.gateId).toBe('LTC');
    expect(await addresses()).toBe(before + 1);
  });
});
