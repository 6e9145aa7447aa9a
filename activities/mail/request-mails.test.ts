import { beforeAll, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { createPaymentRequest, type NewPaymentRequest } from '../../db/payment-requests/requests.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { onRequestMail } from './request-mails.ts';

const { db } = await openTestDatabase();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await makeMerchant(db, { profile: { supportEmail: 'help@quay.example' } });
});

const secrets = createAccountSecrets(new Uint8Array(32));
const consume = onRequestMail({ db, publicUrl: 'https://pay.example', secrets, lifetimeSeconds: 600 }, Date.now);

/** A request to somebody new. */
async function request(more: Partial<NewPaymentRequest> = {}) {
  const recipientEmail = `${newId()}@payer.example`;
  const row = await inTransaction(db, (tx) =>
    createPaymentRequest(tx, {
      profileId: merchant.profileId,
      createdBy: merchant.user.id,
      nowMs: Date.now(),
      recipientName: 'Ada',
      recipientEmail,
      language: 'en',
      description: 'Two lamps',
      amountMinor: 4_990n,
      currency: 'EUR',
      expiresAt: new Date(Date.UTC(2100, 0, 31)),
      ...more,
    }),
  );
  return { ...row, mails: () => mailsTo(db, recipientEmail) };
}

async function tell(requestId: string, n: number): Promise<void> {
  const message = { eventId: newId(), topic: 'mail.payment_request', payload: { requestId, n } };
  await consume(message);
  await consume(message);
}

test('a shop that shows nothing of its company names no address to write to', async () => {
  await execute(db, 'UPDATE profile SET show_company = false WHERE id = $1', [merchant.profileId]);
  const { id, mails } = await request();
  await tell(id, 1);
  const [mail] = await mails();
  expect(mail?.replyTo).toBeNull();
  expect(mail?.text).not.toContain('help@quay.example');
  await execute(db, 'UPDATE profile SET show_company = true WHERE id = $1', [merchant.profileId]);
});

test('the recipient learns who asks for what, once, with the way to the page and to the merchant', async () => {
  const { id, mails } = await request();
  await tell(id, 1);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: '[Sandbox] Test Shop asks you to pay €49.90', replyTo: 'help@quay.example' });
  expect(mail?.text).toContain('Hello Ada,');
  expect(mail?.text).toContain('held for 10 minutes.');
  expect(mail?.text).toContain('For: Two lamps');
  expect(mail?.text).toContain('Valid until: January 31, 2100');
  expect(mail?.text).toContain(`https://pay.example/payment-request/invoice-form?request=${id}`);
  expect(mail?.text).toContain('This is a test: send no real money.');
});

test('a reminder says so', async () => {
  const { id, mails } = await request();
  await tell(id, 2);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '[Sandbox] Reminder: Test Shop asks you to pay €49.90',
  ]);
});

test('what a merchant typed becomes no link and no second line', async () => {
  const { id, mails } = await request({
    recipientName: 'Ada www.evil.example',
    description: 'Pay at https://evil.example/now\nBcc: all@evil.example',
  });
  await tell(id, 1);
  const [mail] = await mails();
  const links = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url ?? '').hostname);
  expect(new Set(links)).toEqual(new Set(['pay.example']));
  expect(mail?.text).not.toMatch(/https?:\/\/evil|www\.\S|evil\.example|^Bcc/m);
});

test('nobody is mailed about a request that was canceled meanwhile, or of a shop that was closed', async () => {
  const { id, mails } = await request();
  await execute(db, 'UPDATE payment_request SET canceled_at = now() WHERE id = $1', [id]);
  await tell(id, 1);
  const other = await request();
  await execute(db, 'UPDATE profile SET closed_at = now() WHERE id = $1', [merchant.profileId]);
  await tell(other.id, 1);
  await execute(db, 'UPDATE profile SET closed_at = NULL WHERE id = $1', [merchant.profileId]);
  expect([...(await mails()), ...(await other.mails())]).toEqual([]);
});

test.each(LANGUAGES)('every word is there in %s', async (language) => {
  const { id, mails } = await request({ language });
  await tell(id, 1);
  const [mail] = await mails();
  expect(mail?.subject).toContain('49');
  expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|undefined/);
});

test('in sandbox few emails go to one address, whatever the requests', async () => {
  const recipientEmail = `${newId()}@payer.example`;
  const ids: string[] = [];
  for (let n = 0; n < 25; n += 1) {
    const { id } = await request({ recipientEmail });
    ids.push(id);
    await tell(id, 1);
  }
  expect(await mailsTo(db, recipientEmail)).toHaveLength(20);
  // Each message is delivered twice; an email that was stopped is subtracted once.
  const counted = 'SELECT mail_count FROM payment_request WHERE id = ANY($1) ORDER BY id';
  const rows = await select<{ mail_count: number }>(db, counted, [ids]);
  expect(rows.map(({ mail_count }) => mail_count)).toEqual([...Array(20).fill(1), ...Array(5).fill(0)]);
});
