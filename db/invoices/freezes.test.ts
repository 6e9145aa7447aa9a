import { describe, expect, it } from 'vitest';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { balances } from '../ledger/balances.ts';
import { freezeBooks, unfreezeBooks } from '../ledger/freezes.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { applyInvoiceEvent } from './process.ts';
import { readInvoice } from './read.ts';
import { makeInvoice, makeRates, makeShop, payInFull, paymentsChanged, setPayment } from './testing.fixture.ts';

const { db } = await openTestDatabase();
await makeRates(db);

const frozen = async ({ merchantId: owner }: TestMerchant) =>
  (await balances(db, { owner, mode: 'sandbox' }))
    .filter(({ kind }) => kind === 'available' || kind === 'unsettled')
    .every((balance) => balance.frozen);

/** An invoice that was paid. */
async function paidInvoice(shop: TestMerchant) {
  const { id } = await makeInvoice(db, shop);
  const payment = await payInFull(db, id);
  const mine = async (status: 'seen' | 'confirmed') => {
    await setPayment(db, payment, status);
    await paymentsChanged(db, id);
  };
  return { id, lose: () => mine('seen'), mineAgain: () => mine('confirmed') };
}

describe('an invoice that a reorganisation took money from', () => {
  it.each([[[0, 1]], [[1, 0]]])(
    'keeps outgoing money stopped until the last one is back, in the order %s',
    async (order) => {
      const shop = await makeShop(db);
      const invoices = [await paidInvoice(shop), await paidInvoice(shop)];
      for (const invoice of invoices) await invoice.lose();
      expect(await frozen(shop)).toBe(true);
      for (const [step, index] of order.entries()) {
        await invoices[index]?.mineAgain();
        expect(await frozen(shop)).toBe(step === 0);
      }
    },
  );

  it('lets no money out when it is back while the books are in doubt', async () => {
    const shop = await makeShop(db);
    const invoice = await paidInvoice(shop);
    await invoice.lose();
    await inTransaction(db, freezeBooks);
    await invoice.mineAgain();
    expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'done' });
    expect(await frozen(shop)).toBe(true);
    await inTransaction(db, unfreezeBooks);
    expect(await frozen(shop)).toBe(false);
  });

  it('stays stopped when an operator answers for another one, which froze nothing', async () => {
    const shop = await makeShop(db);
    await (await paidInvoice(shop)).lose();
    const { id: invoiceId } = await makeInvoice(db, shop);
    await execute(db, `UPDATE invoice SET status = 'error', status_reason = 'confirmation_overdue' WHERE id = $1`, [
      invoiceId,
    ]);
    const event = { type: 'resolve_invalid', note: 'never came' } as const;
    await moneyTransaction(db, (tx) =>
      applyInvoiceEvent(tx, { id: invoiceId, event, cause: 'ada', nowMs: Date.now() }),
    );
    expect(await readInvoice(db, invoiceId)).toMatchObject({ status: 'invalid' });
    expect(await frozen(shop)).toBe(true);
  });
});
