import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute } from '../db/core/sql.ts';
import { chooseGate } from '../db/invoices/choose.ts';
import { cancelInvoice } from '../db/invoices/commands.ts';
import { readInvoice } from '../db/invoices/read.ts';
import {
  chainLooked,
  makeInvoice,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  testSettings,
} from '../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { endedHistory, startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { approve, resolve, retry } from './invoice.ts';

let gateway: TestGateway;
let shop: TestMerchant;

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await makeShop(gateway.db);
});
afterAll(() => gateway.close());

const statusIs = (id: string, status: string) =>
  until(async () => (await readInvoice(gateway.db, id)).status === status, `the invoice is ${status}`);

const isThere = (handle: WorkflowHandle) =>
  handle.describe().then(
    () => true,
    () => false,
  );

/** The search attributes that operators filter by. */
async function filtersOf(handle: WorkflowHandle): Promise<object> {
  const { typedSearchAttributes } = await handle.describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
}

/** The summaries of local activities in the history. */
function summariesOf(events: Awaited<ReturnType<typeof endedHistory>>['events']): string[] {
  const markers = (events ?? []).filter(({ markerRecordedEventAttributes: marker }) => marker != null);
  return markers.flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data == null ? [] : [String(JSON.parse(new TextDecoder().decode(data)))];
  });
}

/** The followers look at the chain again and again. */
async function keepLooking(): Promise<() => void> {
  await chainLooked(gateway.db, ['BTC', 'LTC']);
  const timer = setInterval(() => void chainLooked(gateway.db, ['BTC', 'LTC']), 200);
  return () => clearInterval(timer);
}

describe('an invoice nobody pays', () => {
  it('sleeps until its deadline and expires then, with 6 events of history', async () => {
    const invoice = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 1 });
    await statusIs(invoice.id, 'expired');
    const { events } = await endedHistory(gateway.client, invoice.id);
    expect(events?.length).toBeLessThanOrEqual(7);
    expect(gateway.published).toContain('event.invoice.expired');
  });

  it('costs no more when an asset was chosen on the page', async () => {
    const stop = await keepLooking();
    const invoice = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 2 });
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    // Started before the choice, as it is when a person chooses.
    await until(() => isThere(handle), 'the workflow was started');
    await inTransaction(gateway.db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId: 'BTC', nowMs: Date.now() }),
    );
    await statusIs(invoice.id, 'expired');
    const { events } = await endedHistory(gateway.client, invoice.id);
    stop();
    expect(events?.length).toBeLessThanOrEqual(7);
    expect(summariesOf(events)).toEqual(['Expire at the deadline, unless it was paid']);
  });

  it('waits with the decision until the chain was looked at past the deadline', async () => {
    await chainLooked(gateway.db, ['LTC'], Date.now() - 60_000);
    const invoice = await makeInvoice(gateway.db, shop, { gateId: 'LTC', lifetimeSeconds: 1 });
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(async () => (await handle.describe()).historyLength > 10, 'the first decision found nothing to do');
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ status: 'pending' });
    const stop = await keepLooking();
    await statusIs(invoice.id, 'expired');
    stop();
  });

  it('ends at once when it is canceled', async () => {
    const invoice = await makeInvoice(gateway.db, shop);
    const scope = { profileId: shop.profileId };
    await inTransaction(gateway.db, (tx) => cancelInvoice(tx, { invoiceId: invoice.id, scope, nowMs: Date.now() }));
    await endedHistory(gateway.client, invoice.id);
  });
});

describe('a paid invoice', () => {
  it('sleeps until its payment is confirmed, is settled then, and is found by its status and transaction', async () => {
    const invoice = await makeInvoice(gateway.db, shop);
    const payment = await recordPayment(gateway.db, { invoiceId: invoice.id, minor: 200_000n });
    await paymentsChanged(gateway.db, invoice.id);
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(() => isThere(handle), 'the workflow was started');
    expect((await handle.describe()).historyLength).toBe(1);
    expect(await filtersOf(handle)).toEqual({ MerchantId: shop.merchantId, Network: 'BTC' });
    await setPayment(gateway.db, payment, 'confirmed');
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'done');
    const { events } = await endedHistory(gateway.client, invoice.id);
    expect(events?.length).toBeLessThanOrEqual(9);
    const { quote } = await readInvoice(gateway.db, invoice.id);
    expect(quote?.gateId).toBe('BTC');
    expect(await filtersOf(handle)).toMatchObject({ Status: 'done', Asset: 'BTC', TxId: expect.any(String) });
  });

  it('goes on after a restart of the worker', async () => {
    const invoice = await makeInvoice(gateway.db, shop);
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(() => isThere(handle), 'the workflow was started');
    await gateway.pause();
    await recordPayment(gateway.db, { invoiceId: invoice.id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(gateway.db, invoice.id);
    await gateway.resume();
    await statusIs(invoice.id, 'done');
  });

  it('starts a new run for money that comes late, and completes by itself where the profile says so', async () => {
    const stop = await keepLooking();
    const invoice = await makeInvoice(gateway.db, shop, { lifetimeSeconds: 1, autocomplete: true });
    await statusIs(invoice.id, 'expired');
    stop();
    await endedHistory(gateway.client, invoice.id);
    const payment = await recordPayment(gateway.db, {
      invoiceId: invoice.id,
      minor: 200_000n,
      seenValueMinor: 10_000n,
    });
    await paymentsChanged(gateway.db, invoice.id);
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ status: 'expired' });
    await setPayment(gateway.db, payment, 'confirmed');
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'done');
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ statusReason: 'auto_completed' });
  });
});

describe('a payment that was seen in time and is not confirmed', () => {
  const HOUR_MS = 3_600_000;

  it('loses the locked rate once the chain was looked at past its bound, without any news of it', async () => {
    const invoice = await makeInvoice(gateway.db, shop, { nowMs: Date.now() - 3 * HOUR_MS });
    const { quote } = await readInvoice(gateway.db, invoice.id);
    const minor = quote?.amountDueMinor ?? 0n;
    await chainLooked(gateway.db, ['BTC', 'LTC'], Date.now() - 2.5 * HOUR_MS);
    const payment = await recordPayment(gateway.db, {
      invoiceId: invoice.id,
      minor,
      firstSeenAtMs: Date.now() - 2.9 * HOUR_MS,
    });
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'confirming');
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(async () => (await handle.describe()).historyLength > 12, 'the chain was not looked at, so it waits');
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ status: 'confirming' });
    const stop = await keepLooking();
    await statusIs(invoice.id, 'expired');
    stop();
    await endedHistory(gateway.client, invoice.id);
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ statusReason: 'not_confirmed_in_time' });
    await setPayment(gateway.db, payment, 'confirmed');
    await paymentsChanged(gateway.db, invoice.id);
    expect(await readInvoice(gateway.db, invoice.id)).toMatchObject({ status: 'expired_paid' });
  });
});

describe('operators', () => {
  const held = { by: 'ann', note: 'checked the papers' };

  it('wake a sleeping invoice by an update, which says what it is now', async () => {
    const invoice = await makeInvoice(gateway.db, shop, { lifetimeSeconds: 3 });
    await recordPayment(gateway.db, { invoiceId: invoice.id, minor: 200n });
    await paymentsChanged(gateway.db, invoice.id);
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(() => isThere(handle), 'the workflow was started');
    expect(await handle.executeUpdate(retry, { args: [held] })).toMatchObject({ status: 'partially_paid' });
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toContain('Waiting for the rest in BTC on BTC until the deadline.');
    await expect(handle.executeUpdate(approve, { args: [held] })).rejects.toThrow();
  });

  it('let a held invoice go on by the update approve', async () => {
    const invoice = await makeInvoice(gateway.db, shop);
    await execute(gateway.db, 'UPDATE invoice SET compliance_hold = true WHERE id = $1', [invoice.id]);
    await recordPayment(gateway.db, { invoiceId: invoice.id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'processing');
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await expect(handle.executeUpdate(resolve, { args: [{ ...held, outcome: 'done' }] })).rejects.toThrow();
    expect(await handle.executeUpdate(approve, { args: [held] })).toMatchObject({ status: 'done' });
    await endedHistory(gateway.client, invoice.id);
  });

  it('end an error by the update resolve, with a note', async () => {
    const invoice = await makeInvoice(gateway.db, shop);
    const payment = await recordPayment(gateway.db, { invoiceId: invoice.id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'done');
    await setPayment(gateway.db, payment, 'dropped');
    await paymentsChanged(gateway.db, invoice.id);
    await statusIs(invoice.id, 'error');
    const handle = gateway.client.workflow.getHandle(`invoice:${invoice.id}`);
    await until(async () => (await handle.describe()).status.name === 'RUNNING', 'the new run waits');
    await expect(
      handle.executeUpdate(resolve, { args: [{ ...held, note: ' ', outcome: 'invalid' }] }),
    ).rejects.toThrow();
    const answer = await handle.executeUpdate(resolve, { args: [{ ...held, outcome: 'invalid' }] });
    expect(answer).toMatchObject({ status: 'invalid', reason: 'resolved_by_operator' });
    await endedHistory(gateway.client, invoice.id);
  });
});
