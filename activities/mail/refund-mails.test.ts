import { beforeAll, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeInvoice, makeRates } from '../../db/invoices/testing.fixture.ts';
import { createRefundLinks } from '../../db/refunds/links.ts';
import type { RefundMail } from '../../db/refunds/mails.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { mailsTo } from './enqueued.fixture.ts';
import type { OutgoingMail } from './mailer.ts';
import { onRefundMail } from './refund-mails.ts';

const { db } = await openTestDatabase();
let merchant: TestMerchant;
beforeAll(async () => {
  await makeRates(db);
  merchant = await makeMerchant(db, { profile: { supportEmail: 'help@shop.example' } });
});

const links = createRefundLinks(new Uint8Array(32));
const secrets = createAccountSecrets(new Uint8Array(32));

/** The result of a message that is delivered twice. */
async function mailsOf(mail: RefundMail, to: string): Promise<OutgoingMail[]> {
  const message = { eventId: newId(), topic: 'mail.refund', payload: mail };
  const consume = onRefundMail({ db, publicUrl: 'https://pay.example', secrets, links }, Date.now);
  await consume(message);
  await consume(message);
  return mailsTo(db, to);
}

test('a payer’s request is mailed once to those who may refund', async () => {
  const { id } = await makeInvoice(db, merchant);
  const mails = await mailsOf({ kind: 'asked', invoiceId: id }, merchant.user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([`[Sandbox] A payer requests a refund: ${id}, €100.00`]);
  expect(mails[0]?.text).toContain(`https://pay.example/history/details?id=${id}`);
});

test('a rejection by a shop that shows nothing of its company names no address to answer to', async () => {
  const to = `${newId()}@payer.example`;
  const { id } = await makeInvoice(db, merchant, { customer: { email: to } });
  await execute(db, 'UPDATE profile SET show_company = false WHERE id = $1', [merchant.profileId]);
  const [mail] = await mailsOf({ kind: 'rejected', invoiceId: id, note: 'Ask our shop.' }, to);
  expect(mail?.replyTo).toBeNull();
  expect(mail?.text).not.toContain('help@shop.example');
  await execute(db, 'UPDATE profile SET show_company = true WHERE id = $1', [merchant.profileId]);
});

test('a rejection, and a merchant’s request for an address, carry a link that opens this invoice alone', async () => {
  const to = `${newId()}@payer.example`;
  const { id } = await makeInvoice(db, merchant, { customer: { email: to } });
  await mailsOf({ kind: 'rejected', invoiceId: id, note: 'Ask our shop.' }, to);
  const mails = await mailsOf({ kind: 'link', invoiceId: id }, to);
  expect(mails.map(({ replyTo }) => replyTo)).toEqual(['help@shop.example', 'help@shop.example']);
  expect(mails[0]?.text).toContain('Ask our shop.');
  const tokens = mails.map(({ text }) => /#refund=([\w.-]+)/.exec(text)?.[1] ?? '');
  const nowMs = Date.now();
  const occasions = tokens.map((token) => links.read(token, { invoiceId: id, nowMs }));
  expect(new Set(occasions).size).toBe(2);
  expect(() => links.read(tokens[0] ?? '', { invoiceId: newId(), nowMs })).toThrow('Nothing found');
});

test('a payer who asks for the link again gets a new one, which does not say that the shop asked', async () => {
  const to = `${newId()}@payer.example`;
  const { id } = await makeInvoice(db, merchant, { customer: { email: to } });
  const [mail] = await mailsOf({ kind: 'again', invoiceId: id }, to);
  expect(mail?.subject).toMatch(/^\[Sandbox\] Your link for a refund from /);
  expect(mail?.text).toContain('#refund=');
});

test('every mail with a link says that fees may come off, and that the page shows them first', async () => {
  const to = `${newId()}@payer.example`;
  const { id } = await makeInvoice(db, merchant, { customer: { email: to } });
  for (const kind of ['link', 'again'] as const) {
    const mails = await mailsOf({ kind, invoiceId: id }, to);
    expect(mails.at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain('A refund fee and the network fee may be deducted');
  }
});

test('payers are notified once of money in another coin, without a link for a refund', async () => {
  const to = `${newId()}@payer.example`;
  const { id } = await makeInvoice(db, merchant, { customer: { email: to } });
  const message = { eventId: newId(), topic: 'mail.other_coin', payload: { invoiceId: id } };
  const consume = onRefundMail({ db, publicUrl: 'https://pay.example', secrets, links }, Date.now);
  await consume(message);
  await consume(message);
  const mails = await mailsTo(db, to);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('arrived in another coin')]);
  expect(mails[0]?.text).not.toContain('#refund=');
});
