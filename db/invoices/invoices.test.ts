import { beforeAll, describe, expect, it } from 'vitest';
import { parseRate } from '../../domain/money/rates.ts';
import { INVOICE_STATUSES } from '../../domain/state/invoice-status.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { upsertRates } from '../rates/rates.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { chooseGate } from './choose.ts';
import { cancelInvoice, claimPaid, completeInvoice } from './commands.ts';
import { createInvoice } from './create.ts';
import { listInvoices } from './list.ts';
import { applyInvoiceEvent } from './process.ts';
import { readInvoice } from './read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from './testing.fixture.ts';
import { invoiceTimeline } from './timeline.ts';

const { db } = await openTestDatabase();
let shop: TestMerchant;

/** The invoice as the events of money in another coin have it. */
async function otherPayments(invoiceId: string): Promise<object[]> {
  const rows = await select<{ body: string }>(
    db,
    `SELECT body FROM event WHERE entity_id = $1 AND type = 'invoice.other_payment'`,
    [invoiceId],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data);
}

beforeAll(async () => {
  await makeRates(db);
  shop = await makeShop(db);
});

describe('creating', () => {
  it('locks rate and address at once when an asset is chosen', async () => {
    const invoice = await makeInvoice(db, shop, { items: [{ name: 'Book', quantity: 2, priceMinor: 5_000n }] });
    expect(invoice).toMatchObject({ status: 'pending', totalMinor: 10_000n, version: 1 });
    expect(invoice.quote).toMatchObject({ gateId: 'BTC', amountDueMinor: 200_000n, chain: 'regtest' });
    expect(invoice.quote?.address).toMatch(/^bcrt1q/);
    expect(await readInvoice(db, invoice.id)).toEqual(invoice);
  });

  it('leaves the choice to the payer otherwise', async () => {
    const invoice = await makeInvoice(db, shop, { gateId: undefined as never });
    expect(invoice).toMatchObject({ status: 'new', quote: null });
    expect(invoice.gates).toContain('BTC');
  });

  it('gives every invoice an address of its own, ETH and USDT included', async () => {
    const gates = ['ETH', 'USDT_ERC20', 'XRP', 'BTC'] as const;
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, n) => makeInvoice(db, shop, { gateId: gates[n % 4] ?? 'BTC' })),
    );
    const targets = made.map(({ quote }) => `${quote?.network}:${quote?.address}:${quote?.destinationTag}`);
    expect(new Set(targets).size).toBe(100);
  });

  it('writes the start of its workflow and its first event', async () => {
    const invoice = await makeInvoice(db, shop);
    const topics = await select<{ topic: string }>(
      db,
      `SELECT topic FROM outbox WHERE payload->>'entityId' = $1 OR payload->>'workflowId' = $2 ORDER BY topic`,
      [invoice.id, `invoice:${invoice.id}`],
    );
    expect(topics.map(({ topic }) => topic)).toEqual(['event.invoice.pending', 'workflow.start_later']);
    const [event] = await select<{ body: string }>(db, 'SELECT body FROM event WHERE entity_id = $1', [invoice.id]);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'invoice.pending',
      data: { id: invoice.id, version: 1, amount_due: '0.00200000', paid: false },
    });
  });

  it('returns the open invoice of a reference, once, however many ask at once', async () => {
    const ask = (priceMinor: bigint) =>
      inTransaction(db, (tx) =>
        createInvoice(tx, testSettings, {
          profileId: shop.profileId,
          currency: 'EUR',
          priceMinor,
          reference: 'order-1',
          nowMs: Date.now(),
        }),
      );
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(5_000n)));
    expect(new Set(answers.map(({ invoice }) => invoice.id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    await expect(ask(5_001n)).rejects.toMatchObject({ code: 'reference_taken' });
  });

  it('frees a reference when its invoice was canceled unpaid', async () => {
    const first = await makeInvoice(db, shop, { reference: 'order-2' });
    const scope = { profileId: shop.profileId };
    await inTransaction(db, (tx) => cancelInvoice(tx, { invoiceId: first.id, scope, nowMs: Date.now() }));
    const second = await makeInvoice(db, shop, { reference: 'order-2' });
    expect(second.id).not.toBe(first.id);
  });

  it('takes a reference again when money comes after all, unless a newer invoice has it', async () => {
    const shop = await makeShop(db);
    const late = async (reference: string) => {
      const invoice = await makeInvoice(db, shop, { reference });
      await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 minute' WHERE id = $1`, [invoice.id]);
      const event = { type: 'deadline' } as const;
      const step = { id: invoice.id, event, cause: 'deadline', nowMs: Date.now() };
      await inTransaction(db, (tx) => applyInvoiceEvent(tx, step));
      return invoice;
    };
    const payLate = async (invoiceId: string) => {
      await recordPayment(db, { invoiceId, minor: 200_000n, status: 'confirmed' });
      await paymentsChanged(db, invoiceId);
      expect((await readInvoice(db, invoiceId)).status).toBe('expired_paid');
    };
    const waiting = await late('order 0');
    const payment = await recordPayment(db, { invoiceId: waiting.id, minor: 200_000n });
    await paymentsChanged(db, waiting.id);
    expect((await readInvoice(db, waiting.id)).status).toBe('expired');
    expect((await makeInvoice(db, shop, { reference: 'order 0' })).id).toBe(waiting.id);
    await setPayment(db, payment, 'dropped');
    await paymentsChanged(db, waiting.id);
    expect((await makeInvoice(db, shop, { reference: 'order 0' })).id).not.toBe(waiting.id);
    const paid = await late('order 1');
    await payLate(paid.id);
    expect((await makeInvoice(db, shop, { reference: 'order 1' })).id).toBe(paid.id);
    const older = await late('order 2');
    const newer = await makeInvoice(db, shop, { reference: 'order 2' });
    await payLate(older.id);
    expect((await makeInvoice(db, shop, { reference: 'order 2' })).id).toBe(newer.id);
  });

  it('refuses amounts outside 1–15000 EUR at the current rate, and unknown rates', async () => {
    const make = (currency: string, priceMinor: bigint) => makeInvoice(db, shop, { currency, priceMinor });
    await expect(make('EUR', 99n)).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(make('EUR', 1_500_001n)).rejects.toMatchObject({ code: 'amount_too_large' });
    await expect(make('USD', 124n)).rejects.toMatchObject({ code: 'amount_too_small' });
    // Below twice the network's fee.
    await expect(make('USD', 126n)).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(make('CHF', 10_000n)).rejects.toMatchObject({ code: 'rate_unavailable' });
  });

  it('holds these bounds by no rate that has ended, be it only one of the two that are compared', async () => {
    const nowMs = Date.now();
    const make = () => makeInvoice(db, shop, { currency: 'SEK', gateId: undefined as never, nowMs });
    const sekFor = (expiresAt: number) =>
      inTransaction(db, (tx) =>
        upsertRates(tx, 'sandbox', [
          parseRate('500000', {
            asset: 'BTC',
            currency: 'SEK',
            source: 'test',
            sampledAt: new Date(nowMs),
            expiresAt: new Date(expiresAt),
          }),
        ]),
      );
    await sekFor(nowMs);
    await expect(make()).rejects.toMatchObject({ code: 'rate_unavailable' });
    await sekFor(nowMs + 1);
    expect(await make()).toMatchObject({ status: 'new', currency: 'SEK' });
  });

  it('returns the invoice of a reference also while there is no rate', async () => {
    const ask = (priceMinor: bigint, nowMs: number) =>
      createInvoice(db, testSettings, {
        profileId: shop.profileId,
        currency: 'USD',
        priceMinor,
        reference: 'order-usd',
        nowMs,
      });
    const first = await ask(5_000n, Date.now());
    const ratesEnded = Date.now() + 2 * 3_600_000;
    expect(await ask(5_000n, ratesEnded)).toEqual({ invoice: first.invoice, created: false, warnings: [] });
    await expect(ask(5_001n, ratesEnded)).rejects.toMatchObject({ code: 'reference_taken' });
  });
});

describe('choosing an asset', () => {
  it('A: gives the same quote for the same gate and keeps the addresses of earlier choices', async () => {
    const invoice = await makeInvoice(db, shop, { gateId: undefined as never });
    const choose = (gateId: 'BTC' | 'LTC') =>
      inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId, nowMs: Date.now() }));
    const btc = await choose('BTC');
    expect(btc).toMatchObject({ status: 'pending', version: 2 });
    expect(await choose('BTC')).toEqual(btc);
    const ltc = await choose('LTC');
    expect(ltc.quote).toMatchObject({ gateId: 'LTC', amountDueMinor: 100_000_000n });
    expect((await choose('BTC')).quote).toEqual(btc.quote);
    expect(ltc.expiresAt).toEqual(invoice.expiresAt);
  });

  it('B: the quote paid first fixes the gate, also an earlier choice', async () => {
    const invoice = await makeInvoice(db, shop, { gateId: 'BTC' });
    const choose = (gateId: 'BTC' | 'LTC') =>
      inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId, nowMs: Date.now() }));
    await choose('LTC');
    await recordPayment(db, { invoiceId: invoice.id, gateId: 'BTC', minor: 200_000n });
    await paymentsChanged(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({
      status: 'confirming',
      gateLocked: true,
      quote: { gateId: 'BTC' },
    });
    await expect(choose('LTC')).rejects.toMatchObject({ code: 'gate_locked' });
  });

  it('gives the same quote again while the payer may pay, and is refused in every other status', async () => {
    const { id: invoiceId } = await makeInvoice(db, shop);
    const again = () =>
      inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId, gateId: 'BTC', nowMs: Date.now() }));
    for (const status of INVOICE_STATUSES.filter((each) => each !== 'new')) {
      await execute(db, 'UPDATE invoice SET status = $2 WHERE id = $1', [invoiceId, status]);
      if (status === 'pending' || status === 'partially_paid')
        expect(await again(), status).toMatchObject({ version: 1 });
      else await expect(again(), status).rejects.toMatchObject({ status: 409 });
    }
  });
});

describe('money', () => {
  it('goes to unsettled at the threshold, to available and the fee when done', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant);
    const payment = await recordPayment(db, { invoiceId: invoice.id, minor: 200_000n });
    await paymentsChanged(db, invoice.id);
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({});
    await setPayment(db, payment, 'confirmed');
    const { watch } = await paymentsChanged(db, invoice.id);
    expect(watch).toMatchObject({ status: 'confirming', ready: true });
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ unsettled: 200_000n });
    await settleNow(db, invoice.id);
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 198_000n });
    expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'done', amountSettledMinor: 200_000n });
  });

  it('hazard 3: the same transaction seen again and again is one credit', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant);
    await payInFull(db, invoice.id);
    const { version } = await readInvoice(db, invoice.id);
    for (let look = 0; look < 3; look += 1) await paymentsChanged(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({ version, status: 'done' });
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 198_000n });
  });

  it('hazard 2: a reorganization past the threshold reverses, freezes and alerts; remined, it returns', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant);
    const payment = await payInFull(db, invoice.id);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({
      status: 'error',
      statusReason: 'reorganised',
      statusBefore: 'done',
    });
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({});
    const frozen = () =>
      select(db, 'SELECT 1 FROM account WHERE owner = $1 AND frozen_at IS NOT NULL', [merchant.merchantId]);
    expect(await frozen()).not.toHaveLength(0);
    const alerts = await select<{ kind: string }>(db, 'SELECT kind FROM alert WHERE subject = $1', [
      `invoice:${invoice.id}`,
    ]);
    expect(alerts.map(({ kind }) => kind)).toContain('reorganisation');

    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'done', statusBefore: null });
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 198_000n });
    expect(await frozen()).toHaveLength(0);
  });

  it('hazard 2: what the merchant has taken out already is owed, and paid off when mined again', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant);
    const payment = await payInFull(db, invoice.id);
    const { postTransfers } = await import('../ledger/transfers.ts');
    const available = { owner: merchant.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    const custody = { ...available, owner: 'gateway', kind: 'custody:BTC' } as const;
    await inTransaction(db, (tx) =>
      postTransfers(tx, [
        { key: `out:${invoice.id}`, kind: 'test', postings: [{ debit: available, credit: custody, minor: 150_000n }] },
      ]),
    );
    await setPayment(db, payment, 'dropped');
    await paymentsChanged(db, invoice.id);
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ receivable: -150_000n });
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoice.id);
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 48_000n });
  });

  it('hazard 8: an overpaid invoice keeps the excess apart until the merchant takes it', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant);
    await recordPayment(db, { invoiceId: invoice.id, minor: 300_000n, status: 'confirmed' });
    await paymentsChanged(db, invoice.id);
    await settleNow(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'overpaid' });
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 198_000n, unsettled: 100_000n });
    const scope = { profileId: merchant.profileId };
    await inTransaction(db, (tx) => completeInvoice(tx, { invoiceId: invoice.id, scope, nowMs: Date.now() }));
    expect(await balanceSheet(db, merchant.merchantId, 'BTC')).toEqual({ available: 298_000n });
  });

  it('hazard 12: an asset without a quote goes to suspense and leaves the status alone', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant, { gateId: 'ETH' });
    const before = await balanceSheet(db, 'gateway', 'USDT_ERC20');
    await recordPayment(db, {
      invoiceId: invoice.id,
      gateId: 'USDT_ERC20',
      quoted: false,
      minor: 5n,
      status: 'confirmed',
    });
    await paymentsChanged(db, invoice.id);
    expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'pending', gateLocked: false });
    expect((await balanceSheet(db, 'gateway', 'USDT_ERC20')).suspense).toBe((before.suspense ?? 0n) + 5n);
    expect(await otherPayments(invoice.id)).toMatchObject([
      {
        status: 'pending',
        version: 2,
        other_payments: [{ gate_id: 'USDT_ERC20', status: 'safe', returned_by: 'support' }],
      },
    ]);
  });

  it('money in a coin that was chosen before is an event, once, and says how it goes back', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant, { gateId: 'LTC' });
    await inTransaction(db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId: 'BTC', nowMs: Date.now() }),
    );
    await recordPayment(db, { invoiceId: invoice.id, minor: 1_000n });
    await paymentsChanged(db, invoice.id);
    await recordPayment(db, { invoiceId: invoice.id, gateId: 'LTC', minor: 5_000n, status: 'confirmed' });
    await paymentsChanged(db, invoice.id);
    await paymentsChanged(db, invoice.id);
    expect(await otherPayments(invoice.id)).toMatchObject([
      { gate_id: 'BTC', other_payments: [{ gate_id: 'LTC', status: 'safe', returned_by: 'refund' }] },
    ]);
  });

  it('tells its whole story and is found by what people know of it', async () => {
    const merchant = await makeShop(db);
    const invoice = await makeInvoice(db, merchant, { reference: 'order-77', customer: { email: 'ann@example.com' } });
    await makeInvoice(db, merchant);
    const saidAtMs = Date.now();
    for (const nowMs of [saidAtMs, saidAtMs + 60_000]) {
      await inTransaction(db, (tx) => claimPaid(tx, { invoiceId: invoice.id, nowMs }));
    }
    await payInFull(db, invoice.id);
    const done = await readInvoice(db, invoice.id);
    const { timeline, ledger } = await invoiceTimeline(db, done);
    const told = timeline.map(({ text_key, status }) => status ?? text_key);
    expect(told.toSorted()).toEqual(
      [
        'pending',
        'gate_chosen',
        'payer_claimed',
        'confirming',
        'payment_seen',
        'payment_confirmed',
        'settled',
        'done',
      ].toSorted(),
    );
    const said = timeline.filter(({ text_key }) => text_key === 'payer_claimed');
    expect(said.map(({ at }) => at)).toEqual([new Date(saidAtMs).toISOString()]);
    expect(ledger.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual([
      ['custody:BTC', 'unsettled', '0.00200000'],
      ['unsettled', 'available', '0.00198000'],
      ['unsettled', 'fees:service', '0.00002000'],
    ]);
    const { profileId } = merchant;
    const [payment] = done.payments;
    for (const search of ['ORDER-77', 'ann@', done.quote?.address, payment?.txid, invoice.id.slice(-12)]) {
      const { invoices, total } = await listInvoices(db, { profileId, search: search ?? 'nothing' });
      expect([search, total, invoices.map(({ id }) => id)]).toEqual([search, 1, [invoice.id]]);
    }
    expect(await listInvoices(db, { profileId, status: ['pending'] })).toMatchObject({ total: 1 });
    expect(await listInvoices(db, { profileId, perPage: 1, page: 2 })).toMatchObject({
      total: 2,
      invoices: [{ id: invoice.id }],
    });
    expect(await listInvoices(db, { profileId, search: '100%' })).toMatchObject({ total: 0 });
  });

  it('hides an invoice from another profile', async () => {
    const invoice = await makeInvoice(db, shop);
    const other = await makeShop(db);
    await expect(readInvoice(db, invoice.id, { profileId: other.profileId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
