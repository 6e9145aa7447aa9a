import { beforeAll, beforeEach, expect, test } from 'vitest';
import { presentConversion } from '../../contract/conversions.view.ts';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../../db/invoices/testing.fixture.ts';
import { publishOutcome } from '../../db/payment-requests/publish.ts';
import { createPaymentRequest } from '../../db/payment-requests/requests.ts';
import { requestInvoicesTable } from '../../db/payment-requests/rows.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { NOTICE_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { conversionMail, onNoticeEvent } from './notice-mails.ts';

const { db } = await openTestDatabase();
const publicUrl = 'https://pay.example';
let shop: TestMerchant;
beforeAll(() => makeRates(db));
beforeEach(async () => {
  shop = await makeShop(db);
  await execute(db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [shop.user.id]);
});

const choose = (events: readonly string[]) =>
  execute(db, 'UPDATE profile SET newer_email_events = $2 WHERE id = $1', [shop.profileId, events]);

/** Hands every event of the shop to the consumer, twice. */
async function deliver(): Promise<void> {
  const events = await select<{ id: string; type: string }>(
    db,
    'SELECT id, type FROM event WHERE profile_id = $1 ORDER BY id',
    [shop.profileId],
  );
  const consume = onNoticeEvent({ db, publicUrl }, Date.now);
  for (const { id: eventId, type } of [...events, ...events]) {
    await consume({ eventId, topic: `event.${type}`, payload: {} });
  }
}

const mails = () => mailsTo(db, shop.user.email);

/** The event of a conversion by hand. */
async function convert(): Promise<{ readonly id: string }> {
  const data = presentConversion({
    id: newId(),
    mode: 'sandbox',
    invoiceId: null,
    depositId: null,
    fromGateId: 'BTC',
    toGateId: 'EUR',
    amountFromMinor: 100_000n,
    amountToMinor: 7_881n,
    feeMinor: 40n,
    rate: '79200',
    spreadBps: 50,
    rateAt: 'present',
    createdAt: new Date(),
  });
  const body = JSON.stringify({ type: 'conversion.done', timestamp: data.created_at, data });
  const values = [newId(), shop.profileId, 'conversion.done', data.id, body];
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', values);
  return data;
}

async function makeRequest(nowMs: number): Promise<string> {
  const { id } = await moneyTransaction(db, (tx) =>
    createPaymentRequest(tx, {
      profileId: shop.profileId,
      createdBy: shop.user.id,
      recipientName: 'Nora Quist',
      recipientEmail: 'nora@example.org',
      language: 'de',
      description: 'Boat\nFake: line',
      amountMinor: 4_990n,
      currency: 'EUR',
      expiresAt: new Date(nowMs + 86_400_000),
      nowMs,
    } as never),
  );
  return id;
}

/** Writes the event of how it ended. */
const publish = (id: string, nowMs: number) =>
  moneyTransaction(db, (tx) => publishOutcome(tx, id, { publicUrl, nowMs }));

/** A request that nobody paid in its days, with its event. */
async function expiredRequest(): Promise<string> {
  const nowMs = Date.now();
  const id = await makeRequest(nowMs);
  await execute(db, `UPDATE payment_request SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
  expect(await publish(id, nowMs)).toBe('expired');
  return id;
}

/** A request whose invoice was paid, with the events of that. */
async function paidRequest(id?: string): Promise<string> {
  const nowMs = Date.now();
  const requestId = id ?? (await makeRequest(nowMs));
  const { id: invoiceId } = await makeInvoice(db, shop, { priceMinor: 4_990n });
  await moneyTransaction(db, (tx) => requestInvoicesTable.create(tx, { requestId, invoiceId }));
  await payInFull(db, invoiceId);
  expect(await publish(requestId, nowMs)).toBe('paid');
  return requestId;
}

test('comes once for what the profile has chosen, and for nothing else', async () => {
  await convert();
  await paidRequest();
  await expiredRequest();
  await choose([]);
  await deliver();
  expect(await mails()).toEqual([]);
  for (const [at, event] of NOTICE_MAIL_EVENTS.entries()) {
    await choose([event]);
    await deliver();
    expect(await mails(), event).toHaveLength(at + 1);
  }
});

test('an invoice without a request is no paid request', async () => {
  await choose(NOTICE_MAIL_EVENTS);
  await payInFull(db, (await makeInvoice(db, shop)).id);
  await deliver();
  expect(await mails()).toEqual([]);
});

test('a request that was paid after it expired is mailed about as paid alone', async () => {
  await choose(NOTICE_MAIL_EVENTS);
  await paidRequest(await expiredRequest());
  await deliver();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['[Sandbox] A payment request was paid: €49.90']);
});

test('says which request has expired, and leads there', async () => {
  await choose(NOTICE_MAIL_EVENTS);
  const id = await expiredRequest();
  await deliver();
  const [mail] = await mails();
  expect(mail?.subject).toBe('[Sandbox] A payment request has expired: €49.90');
  expect(mail?.text).toContain('You can send a new one.');
  expect(mail?.text).toContain(`${publicUrl}/payment-request/details?id=${id}`);
});

test('says what was converted or paid, and leads there; a description cannot add a line', async () => {
  await choose(NOTICE_MAIL_EVENTS);
  const { id } = await convert();
  const requestId = await paidRequest();
  await deliver();
  const [converted, paid] = await mails();
  expect(converted?.subject).toBe('[Sandbox] A conversion is done: 78.81 EUR');
  expect(converted?.text).toContain('Converted: 0.00100000 BTC\nInto: 78.81 EUR\nFee: 0.40 EUR');
  expect(converted?.text).toContain(`${publicUrl}/balance?tab=convert&id=${id}`);
  expect(paid?.subject).toBe('[Sandbox] A payment request was paid: €49.90');
  expect(paid?.text).toContain('Description: Boat Fake: line');
  expect(paid?.text).toContain(`${publicUrl}/payment-request/details?id=${requestId}`);
});

test('a conversion of a settlement leads to its invoice or deposit', () => {
  const conversion = { from: 'BTC', to: 'EUR', amount_from: '1', amount_to: '2.00', fee: '0', mode: 'production' };
  const about = { profileName: 'Shop', publicUrl, language: 'en' } as const;
  const textOf = (more: object) => conversionMail({ ...conversion, id: 'c', ...more } as never, about).text;
  expect(textOf({ invoice_id: 'i', deposit_id: null })).toContain(`${publicUrl}/history/details?id=i`);
  expect(textOf({ invoice_id: null, deposit_id: 'd' })).toContain(`${publicUrl}/balance?tab=deposits&id=d`);
  expect(textOf({ invoice_id: null, deposit_id: null })).not.toContain('test');
  const mail = { ...conversion, id: 'c', invoice_id: null, deposit_id: null } as never;
  const subjects = LANGUAGES.map((language) => conversionMail(mail, { ...about, language }).subject);
  expect(new Set(subjects).size).toBe(LANGUAGES.length);
});
