import { beforeEach, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { setMarket } from '../../db/conversions/testing.fixture.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import type { NewInvoice } from '../../db/invoices/new-invoice.ts';
import { createPayerEmailLinks } from '../../db/invoices/payer-emails.ts';
import { makeInvoice, payInFull } from '../../db/invoices/testing.fixture.ts';
import { createRefundLinks } from '../../db/refunds/links.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { convertDue } from '../conversions/waiting.ts';
import { onInvoiceEvent } from './consumers.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { merchantMail } from './merchant-mails.ts';

const { db } = await openTestDatabase();
const publicUrl = 'https://pay.example';
const consume = onInvoiceEvent({
  db,
  publicUrl,
  secrets: createAccountSecrets(new Uint8Array(32)),
  links: createRefundLinks(new Uint8Array(32)),
  payerLinks: createPayerEmailLinks(new Uint8Array(32), 'https://pay.example'),
});
let shop: TestMerchant;
beforeEach(async () => {
  await setMarket(db);
  shop = await makeMerchant(db);
  await execute(db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [shop.user.id]);
});

/** An invoice that is paid while there is no rate of euro, and its events, each delivered twice. */
async function settledWithoutRates(request: Partial<NewInvoice>): Promise<string> {
  const { id } = await makeInvoice(db, shop, { reference: newId(), ...request });
  await execute(db, `UPDATE rate SET expires_at = now() WHERE mode = 'sandbox'`);
  await payInFull(db, id);
  await handleEvents(id);
  return id;
}

/** It waits for rates that do not come. */
async function giveUp(): Promise<void> {
  await execute(db, 'UPDATE waiting_conversion SET until_at = now() WHERE merchant_id = $1', [shop.merchantId]);
  await convertDue(db, Date.now() + 60_000, (error) => expect(error).toBeUndefined());
}

async function handleEvents(id: string): Promise<void> {
  const sql = 'SELECT id, type FROM event WHERE entity_id = $1 ORDER BY id';
  const events = await select<{ id: string; type: string }>(db, sql, [id]);
  for (const { id: eventId, type } of [...events, ...events]) {
    await consume({ eventId, topic: `event.${type}`, payload: {} });
  }
}

const subjects = async (to = shop.user.email) => (await mailsTo(db, to)).map(({ subject }) => subject);
const INTO_USDT = { autoconversion: { type: 'full', gate_id: 'USDT_TRC20' } } as const;

test('money that was not converted is mailed once to those who may convert, whatever statuses the profile chose', async () => {
  const support = `${newId()}@merchant.test`;
  const viewer = `${newId()}@merchant.test`;
  for (const [email, role] of [[support, 'support'] as const, [viewer, 'viewer'] as const]) {
    await execute(
      db,
      `INSERT INTO app_user (id, merchant_id, email, full_name, password_hash, role, email_verified_at, language)
       VALUES ($1, $2, $3, 'Member', '-', $4, now(), 'de')`,
      [newId(), shop.merchantId, email, role],
    );
  }
  const id = await settledWithoutRates({ ...INTO_USDT, reference: 'order-7' });
  // It waits, and nobody has to do anything.
  expect(await subjects()).toEqual([]);
  await giveUp();
  await handleEvents(id);
  expect(await subjects()).toEqual(['[Sandbox] Not converted: order-7, €100.00']);
  expect(await subjects(support)).toEqual([expect.stringContaining('Nicht umgetauscht: order-7')]);
  expect(await subjects(viewer)).toEqual([]);
  const [mail] = await mailsTo(db, shop.user.email);
  expect(mail?.text).toContain('0.00200000 BTC could not be converted');
  expect(mail?.text).toContain(`${publicUrl}/history/details?id=${id}`);
});

test('no mail is sent about money that converts, wants no conversion, or never converts', async () => {
  const { id } = await makeInvoice(db, shop, INTO_USDT);
  await payInFull(db, id);
  await handleEvents(id);
  await settledWithoutRates({ autoconversion: { type: 'none' } });
  await setMarket(db);
  await settledWithoutRates({ autoconversion: { type: 'full', gate_id: 'ETH' }, gateId: 'BCH' });
  expect(await subjects()).toEqual([]);
});

test('a profile that does not want to know of failed conversions gets no mail about one', async () => {
  await execute(db, `UPDATE profile SET newer_email_events = '{}' WHERE id = $1`, [shop.profileId]);
  const id = await settledWithoutRates(INTO_USDT);
  await giveUp();
  await handleEvents(id);
  expect(await subjects()).toEqual([]);
});

test('who wants no mails gets none', async () => {
  await execute(db, 'UPDATE app_user SET mail_subscription = false WHERE id = $1', [shop.user.id]);
  const id = await settledWithoutRates(INTO_USDT);
  await giveUp();
  await handleEvents(id);
  expect(await subjects()).toEqual([]);
});

test.each(LANGUAGES)('names the invoice and what was paid in %s, and leaves no placeholder', (language) => {
  const { subject, text } = merchantMail('not_converted', invoiceView(), { profileName: 'Main', publicUrl, language });
  expect(subject).toContain('order-1001');
  expect(text).toMatch(/0[.,]00080000 BTC/);
  expect(`${subject}${text}`).not.toMatch(/[{}]/);
});
