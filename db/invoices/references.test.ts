import { beforeAll, describe, expect, test } from 'vitest';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { completeInvoice } from './commands.ts';
import type { NewInvoice } from './new-invoice.ts';
import { applyInvoiceEvent, applyInvoiceEvents } from './process.ts';
import { readInvoice } from './read.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  type TestPayment,
} from './testing.fixture.ts';

const { db } = await openTestDatabase();
const DUE = 200_000n;
let shop: TestMerchant;

beforeAll(async () => {
  await makeRates(db);
  shop = await makeShop(db);
});

async function expired(reference: string, input: Partial<NewInvoice> = {}) {
  const { id } = await makeInvoice(db, shop, { reference, ...input });
  await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
  await moneyTransaction(db, (tx) =>
    applyInvoiceEvent(tx, { id, event: { type: 'deadline' }, cause: 'deadline', nowMs: Date.now() }),
  );
  expect((await readInvoice(db, id)).status).toBe('expired');
  return id;
}

async function pay(invoiceId: string, payment: Partial<TestPayment> = {}) {
  const id = await recordPayment(db, { invoiceId, minor: DUE, status: 'confirmed', ...payment });
  await paymentsChanged(db, invoiceId);
  return id;
}

/** Acts as its workflow: it settles when the rules allow it. */
const settle = (id: string) => settleNow(db, id).catch(() => undefined);

const stateOf = async (id: string) => {
  const { status, statusReason } = await readInvoice(db, id);
  return [status, statusReason];
};

const LATE = { seenValueMinor: 10_000n } as const;
const beforeDeadline = () => ({ firstSeenAtMs: Date.now() - 300_000 });

describe('an order whose reference a newer invoice has is completed once', () => {
  test.each([
    ['a late payment that is detected confirmed', {}],
    ['a late payment that is confirmed later', { status: 'seen' }],
  ] as const)('by %s, the older invoice asks the merchant', async (name, payment) => {
    const older = await expired(name, { autocomplete: true });
    const newer = await makeInvoice(db, shop, { reference: name });
    const paid = await pay(older, { ...LATE, ...payment });
    await setPayment(db, paid, 'confirmed');
    const { watch } = await paymentsChanged(db, older);
    expect(watch.ready).toBe(false);
    await settle(older);
    expect(await stateOf(older)).toEqual(['expired_paid', 'reference_taken']);
    await payInFull(db, newer.id);
    expect((await readInvoice(db, newer.id)).status).toBe('done');
    const scope = { profileId: shop.profileId };
    await moneyTransaction(db, (tx) => completeInvoice(tx, { invoiceId: older, scope, nowMs: Date.now() }));
    expect(await stateOf(older)).toEqual(['done', 'completed_by_merchant']);
  });

  test('while nobody else has the reference, the late payment completes its invoice by itself', async () => {
    const older = await expired('alone', { autocomplete: true });
    await pay(older, LATE);
    await settle(older);
    expect(await stateOf(older)).toEqual(['done', 'auto_completed']);
    expect((await makeInvoice(db, shop, { reference: 'alone' })).id).toBe(older);
    const without = await expired(undefined as never, { autocomplete: true });
    await pay(without, LATE);
    await settle(without);
    expect(await stateOf(without)).toEqual(['done', 'auto_completed']);
  });

  test('also of a payment that was made in time and found afterwards', async () => {
    const older = await expired('found');
    await makeInvoice(db, shop, { reference: 'found' });
    await pay(older, beforeDeadline());
    expect((await stateOf(older))[0]).toBe('confirming');
    await settle(older);
    expect(await stateOf(older)).toEqual(['expired_paid', 'reference_taken']);
  });

  test('also of a shortfall that the profile accepts', async () => {
    const accepting = { underpaidPolicy: 'accept' } as const;
    const older = await expired('short');
    await execute(db, `UPDATE invoice SET underpaid_policy = $2 WHERE id = $1`, [older, accepting.underpaidPolicy]);
    await makeInvoice(db, shop, { reference: 'short' });
    await pay(older, { minor: DUE / 2n, ...beforeDeadline() });
    expect((await stateOf(older))[0]).toBe('invalid');
  });
});

test('two invoices of an order that are paid late in one block do not stop the follower: the older one has it', async () => {
  const older = await expired('both', { autocomplete: true });
  const newer = await expired('both', { autocomplete: true });
  for (const invoiceId of [older, newer])
    await recordPayment(db, { invoiceId, minor: DUE, status: 'confirmed', ...LATE });
  const steps = [newer, older].map((id) => ({
    id,
    event: { type: 'payments_changed' },
    cause: 'look:both',
    nowMs: Date.now(),
  })) as Parameters<typeof applyInvoiceEvents>[1];
  await moneyTransaction(db, (tx) => applyInvoiceEvents(tx, steps));
  for (const id of [older, newer]) await settle(id);
  expect(await stateOf(older)).toEqual(['done', 'auto_completed']);
  expect(await stateOf(newer)).toEqual(['expired_paid', 'reference_taken']);
  expect((await makeInvoice(db, shop, { reference: 'both' })).id).toBe(older);
});
