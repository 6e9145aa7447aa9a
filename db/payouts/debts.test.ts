import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { examples, timeForExamples } from '../../domain/examples.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { minOf } from '../../domain/money/money.ts';
import { inTransaction } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  setPayment,
} from '../invoices/testing.fixture.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { allDebts } from '../ledger/debts.ts';
import { unfreeze } from '../ledger/freezes.ts';
import { resolveTransfer } from '../ledger/resolve.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { holdTransfer, postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { writeOffDebt } from '../ledger/write-off.ts';
import { type HeldSlice, holdSlices, openHolds } from '../mass-payouts/holds.ts';
import { codeOf, DUE, refundDesk } from '../refunds/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { fund, makePayout, moneyOf } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
beforeAll(() => makeRates(db));
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const { done, sheet, refund, cancel, paid } = refundDesk(db);

/** 198 000 were settled and 150 000 of them had left when the payment was undone; an operator lets money move again. */
async function owing() {
  const at = await done();
  const { merchantId: owner, mode } = at.shop;
  const [debit, credit] = [
    { owner, mode, asset: 'BTC', kind: 'available' },
    { owner: GATEWAY, mode, asset: 'BTC', kind: 'custody:BTC' },
  ] as const;
  await inTransaction(db, (tx) =>
    postTransfers(tx, [{ key: `out:${at.invoiceId}`, kind: 'test', postings: [{ debit, credit, minor: 150_000n }] }]),
  );
  await setPayment(db, at.payment, 'dropped');
  await paymentsChanged(db, at.invoiceId);
  await inTransaction(db, (tx) => unfreeze(tx, `invoice:${at.invoiceId}`));
  expect(await sheet(at.shop)).toEqual({ receivable: -150_000n });
  return at;
}

describe('a debt that a reorganization left', () => {
  test('is paid by the next settlement, once', async () => {
    const { shop } = await owing();
    const { id } = await makeInvoice(db, shop);
    await payInFull(db, id);
    expect(await sheet(shop)).toEqual({ available: 48_000n });
    await paymentsChanged(db, id);
    expect(await sheet(shop)).toEqual({ available: 48_000n });
    const collected = await select(
      db,
      `SELECT FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
      WHERE t.kind = 'debt' AND a.owner = $1 AND a.kind = 'receivable'`,
      [shop.merchantId],
    );
    expect(collected).toHaveLength(1);
  });

  test("is paid in parts by several settlements, and the rest is the merchant's", async () => {
    const { shop } = await owing();
    await fund(db, shop, 'BTC', 60_000n);
    expect(await sheet(shop)).toEqual({ receivable: -90_000n });
    await fund(db, shop, 'BTC', 80_000n);
    await fund(db, shop, 'BTC', 50_000n);
    expect(await sheet(shop)).toEqual({ available: 40_000n });
  });

  test('is paid in its own asset only, and by this merchant only', async () => {
    const { shop } = await owing();
    const other = await makeShop(db);
    await fund(db, shop, 'LTC', 500_000n);
    await fund(db, other, 'BTC', 500_000n);
    expect(await sheet(shop)).toEqual({ receivable: -150_000n });
    expect([await moneyOf(db, shop, 'LTC'), await moneyOf(db, other)]).toMatchObject([
      { spendable: 500_000n },
      { spendable: 500_000n },
    ]);
  });

  test('is paid off once when the payment is mined again after other money paid it', async () => {
    const at = await owing();
    await fund(db, at.shop, 'BTC', 100_000n);
    await setPayment(db, at.payment, 'confirmed');
    await paymentsChanged(db, at.invoiceId);
    expect(await sheet(at.shop)).toEqual({ available: 148_000n });
  });

  test('is collected with what comes in at the same moment exactly once', async () => {
    const { shop } = await owing();
    await Promise.all([1, 2, 3, 4].map(() => fund(db, shop, 'BTC', 70_000n)));
    expect(await sheet(shop)).toEqual({ available: 130_000n });
  });
});

describe('money of a merchant who owes', () => {
  /** Money that was held when the debt arose comes back: it is there beside the debt. */
  async function owingBesideMoney(given?: TestMerchant) {
    const shop = given ?? (await makeShop(db));
    const { id: invoiceId } = await makeInvoice(db, shop);
    const payment = await payInFull(db, invoiceId);
    await fund(db, shop, 'BTC', 300_000n);
    const { id } = await makePayout(db, shop, { amountMinor: 450_000n });
    await setPayment(db, payment, 'dropped');
    await paymentsChanged(db, invoiceId);
    await inTransaction(db, (tx) => unfreeze(tx, `invoice:${invoiceId}`));
    await cancel(shop, id);
    return { shop };
  }

  test('does not leave up to the debt, and the refusal says what is owed and why', async () => {
    const { shop } = await owingBesideMoney();
    const before = await sheet(shop);
    const owed = -(before.receivable ?? 0n);
    expect(owed).toBeGreaterThan(100_000n);
    const free = (await moneyOf(db, shop)).spendable;
    expect(free).toBe((before.available ?? 0n) - owed);
    await expect(makePayout(db, shop, { amountMinor: free + 1n, feePayer: 'recipient' })).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: expect.stringMatching(/^Insufficient balance\. .*You owe 0\.00\d+ BTC.*reorgani[sz]ation/),
    });
    expect(await sheet(shop)).toEqual(before);
    await makePayout(db, shop, { amountMinor: free, feePayer: 'recipient' });
    expect((await moneyOf(db, shop)).spendable).toBe(0n);
  });

  test('pays its debt from all that is there as soon as anything comes in', async () => {
    const { shop } = await owingBesideMoney();
    const { available = 0n, receivable = 0n } = await sheet(shop);
    await fund(db, shop, 'BTC', 1n);
    expect(await sheet(shop)).toEqual({ available: available + receivable + 1n });
  });

  test('goes back to the payer while it lies in the invoice, and pays no fee of it from what is owed', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    await owingBesideMoney(shop);
    await makePayout(db, shop, { amountMinor: (await moneyOf(db, shop)).spendable, feePayer: 'recipient' });
    const before = await sheet(shop);
    expect(before).toMatchObject({ unsettled: DUE });
    expect(await codeOf(refund(shop, invoiceId, { feePayer: 'merchant' }))).toBe('insufficient_balance');
    expect(await sheet(shop)).toEqual(before);
    expect(await codeOf(refund(shop, invoiceId))).toBe('none');
  });

  test('that a mass payout holds already is paid, whatever is owed since', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 300_000n);
    const { merchantId, mode } = at.shop;
    const slice: HeldSlice = {
      merchantId,
      mode,
      massPayoutId: newId(),
      slice: 0,
      serviceFeeMinor: 0n,
      networkFeeMinor: 0n,
      gateId: 'BTC',
      network: 'BTC',
      netMinor: 450_000n,
    };
    await inTransaction(db, (tx) => holdSlices(tx, [slice]));
    await setPayment(db, at.payment, 'dropped');
    await paymentsChanged(db, at.invoiceId);
    await inTransaction(db, (tx) => unfreeze(tx, `invoice:${at.invoiceId}`));
    expect(await sheet(at.shop)).toEqual({ available: 450_000n, receivable: -150_000n });
    const lines = [200_000n, 250_000n].map((netMinor) => ({ ...slice, payoutId: newId(), netMinor }));
    await inTransaction(db, (tx) => openHolds(tx, slice, lines));
    expect(await moneyOf(db, at.shop)).toEqual({ spendable: 0n, held: 450_000n });
  });
});

test('whatever comes in, leaves and is undone, what is owed is collected as far as money is there, and no more', {
  timeout: timeForExamples(120_000),
}, async () => {
  const minor = fc.bigInt({ min: 1n, max: 100n });
  const step = fc.record({ do: fc.constantFrom('in', 'in', 'undo', 'hold', 'void'), minor });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const owner = newId();
      const of = (kind: AccountRef['kind']) => ({ owner, mode: 'sandbox', asset: 'BTC', kind }) as const;
      const custody = { ...of('custody:BTC'), owner: GATEWAY };
      const model = { available: 0n, owed: 0n, holds: [] as { key: string; minor: bigint }[] };
      const held = () => model.holds.reduce((sum, hold) => sum + hold.minor, 0n);
      const post = (postings: Posting[]) =>
        inTransaction(db, (tx) => postTransfers(tx, [{ key: newId(), kind: 'test', postings }]));
      for (const { do: what, minor: amount } of steps) {
        const free = model.available - held();
        if (what === 'in') {
          await post([{ debit: custody, credit: of('available'), minor: amount }]);
          const collected = minOf(model.owed, free + amount);
          model.available += amount - collected;
          model.owed -= collected;
        } else if (what === 'undo') {
          const taken = minOf(amount, free);
          const parts = [
            { debit: of('available'), minor: taken },
            { debit: of('receivable'), minor: amount - taken },
          ];
          await post(parts.filter((part) => part.minor > 0n).map((part) => ({ ...part, credit: custody })));
          model.available -= taken;
          model.owed += amount - taken;
        } else if (what === 'hold') {
          const key = newId();
          const postings = [{ debit: of('available'), credit: custody, minor: amount }];
          const made = await codeOf(inTransaction(db, (tx) => holdTransfer(tx, { key, kind: 'test', postings })));
          expect(made).toBe(amount <= free - model.owed ? 'none' : 'insufficient_balance');
          if (made === 'none') model.holds.push({ key, minor: amount });
        } else {
          const hold = model.holds.pop();
          if (hold === undefined) continue;
          const end = { key: `${hold.key}:void`, pendingKey: hold.key, outcome: 'void' } as const;
          await inTransaction(db, (tx) => resolveTransfer(tx, end));
        }
        const found = await balances(db, { owner, mode: 'sandbox' });
        const total = (kind: string) => found.find((account) => account.kind === kind)?.total ?? 0n;
        expect({ available: total('available'), owed: -total('receivable') }).toEqual({
          available: model.available,
          owed: model.owed,
        });
      }
    }),
    { numRuns: examples(60) },
  );
});

describe('writing a debt off', () => {
  const reason = 'the shop has closed';
  const writeOff = (shop: TestMerchant, minor: bigint) =>
    inTransaction(db, (tx) =>
      writeOffDebt(tx, {
        merchantId: shop.merchantId,
        mode: shop.mode,
        asset: 'BTC',
        minor,
        reason,
        by: { kind: 'system', id: null, name: 'ada' },
      }),
    );

  test('makes it a loss of the gateway once, says who did it and why, and lets money leave', async () => {
    const { shop } = await owing();
    const listed = (await allDebts(db)).filter(({ owner }) => owner === shop.merchantId);
    expect(listed).toEqual([{ owner: shop.merchantId, mode: shop.mode, asset: 'BTC', minor: 150_000n }]);
    await writeOff(shop, 150_000n);
    expect(await sheet(shop)).toEqual({});
    expect(await codeOf(writeOff(shop, 150_000n))).toBe('conflict');
    await fund(db, shop, 'BTC', 200_000n);
    expect(await moneyOf(db, shop)).toMatchObject({ spendable: 200_000n });
    const rows = await select(
      db,
      `SELECT data->>'reason' AS reason, data->>'amount' AS amount FROM audit_log
      WHERE action = 'debt.written_off' AND target_id = $1`,
      [shop.merchantId],
    );
    expect(rows).toEqual([{ reason, amount: '0.0015 BTC' }]);
  });

  test('takes the amount that was looked at or nothing', async () => {
    const { shop } = await owing();
    await fund(db, shop, 'BTC', 50_000n);
    expect(await codeOf(writeOff(shop, 150_000n))).toBe('conflict');
    expect(await sheet(shop)).toEqual({ receivable: -100_000n });
  });

  test('and mined again, the payment pays the loss and the rest is the merchant’s', async () => {
    const at = await owing();
    await writeOff(at.shop, 150_000n);
    await setPayment(db, at.payment, 'confirmed');
    await paymentsChanged(db, at.invoiceId);
    expect(await sheet(at.shop)).toEqual({ available: 48_000n });
  });
});
