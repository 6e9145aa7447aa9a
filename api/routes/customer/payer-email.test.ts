import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maybeOne } from '../../../db/core/sql.ts';
import { createPayerEmailLinks } from '../../../db/invoices/payer-emails.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../../db/invoices/testing.fixture.ts';
import { testEncryptionKey } from '../../../db/testing.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { SMTP_URL: 'smtp://localhost:2525' } });
  await makeRates(api.db);
});
afterAll(() => api?.close());

let callers = 0;

/** Each caller from a network of its own, unless the test says which. */
async function enter(invoiceId: string, email: string, ip?: string) {
  callers += 1;
  const answer = await api.app.inject({
    method: 'PUT',
    url: `/customer/invoices/${invoiceId}/email`,
    payload: { email },
    remoteAddress: ip ?? `10.9.${callers}.1`,
  });
  return { status: answer.statusCode, json: answer.json() };
}

const open = async (input = {}) => (await makeInvoice(api.db, await api.merchant(), input)).id;
const read = async (id: string) => (await api.call({ url: `/customer/invoices/${id}` })).json.data.payer_email;
const stored = (id: string) =>
  maybeOne<{ email: string; before: boolean }>(
    api.db,
    'SELECT email, before_payment AS before FROM payer_email WHERE invoice_id = $1',
    [id],
  );

async function pay(invoiceId: string, minor = 200_000n): Promise<string> {
  const paymentId = await recordPayment(api.db, { invoiceId, minor });
  await paymentsChanged(api.db, invoiceId);
  return paymentId;
}

describe('a payer without an address of the shop', () => {
  test('enters one, sees it masked, and corrects it before anything is paid', async () => {
    const id = await open();
    expect(await read(id)).toEqual({ masked: null, refunds: true, open: true });
    const { status, json } = await enter(id, 'ann@mail.example');
    expect(status).toBe(200);
    expect(json.data.payer_email).toEqual({ masked: 'a•••@mail.example', refunds: true, open: true });
    expect(json.data.customer_email).toBeNull();
    expect((await enter(id, 'bea@mail.example')).status).toBe(200);
    expect(await stored(id)).toEqual({ email: 'bea@mail.example', before: true });
  });

  test('cannot have the mail that leads to a refund diverted by somebody who knows the link', async () => {
    const id = await open();
    await enter(id, 'ann@mail.example');
    await pay(id);
    expect(await read(id)).toEqual({ masked: 'a•••@mail.example', refunds: true, open: false });
    expect(await enter(id, 'thief@evil.example')).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await enter(id, 'ann@mail.example')).status).toBe(200);
    expect(await stored(id)).toEqual({ email: 'ann@mail.example', before: true });
  });

  test('who enters one after the payment was seen gets the news, without a refund link', async () => {
    const id = await open();
    const payment = await pay(id);
    expect(await read(id)).toEqual({ masked: null, refunds: false, open: true });
    await enter(id, 'late@mail.example');
    await enter(id, 'later@mail.example');
    expect(await stored(id)).toEqual({ email: 'later@mail.example', before: false });
    await setPayment(api.db, payment, 'confirmed', true);
    await paymentsChanged(api.db, id);
    await settleNow(api.db, id);
    expect((await enter(id, 'too-late@mail.example')).status).toBe(409);
  });

  test('enters none where the shop gave one, and what is no address is refused', async () => {
    const given = await open({ customer: { email: 'known@shop.example' } });
    expect(await read(given)).toBeNull();
    expect((await enter(given, 'thief@evil.example')).status).toBe(409);
    const id = await open();
    for (const wrong of ['', 'ann', 'ann@', 'a@b.example\nBcc: x@evil.example', `${'a'.repeat(250)}@b.example`]) {
      expect((await enter(id, wrong)).status, wrong).toBe(422);
    }
    expect(await stored(id)).toBeUndefined();
  });

  test('changes it five times an hour at most', async () => {
    const id = await open();
    for (let at = 0; at < 5; at += 1) expect((await enter(id, `a${at}@mail.example`)).status).toBe(200);
    expect((await enter(id, 'a6@mail.example')).status).toBe(429);
    expect(await stored(id)).toMatchObject({ email: 'a4@mail.example' });
  });

  test('of one network enters few of them', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, () => open()));
    const answers = [];
    for (const id of ids) answers.push((await enter(id, 'victim@mail.example', '10.250.0.7')).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });

  test('removes it by the link of the mail, with the button alone', async () => {
    const id = await open();
    await enter(id, 'ann@mail.example');
    const url = createPayerEmailLinks(testEncryptionKey, '').removeUrl(id);
    const opened = await api.call({ url: `${url}&lang=de` });
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('Diese E-Mail-Adresse entfernen?')]);
    expect(await stored(id)).toBeDefined();
    const button = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const;
    const forged = `${url.slice(0, -3)}AAA`;
    expect((await api.call({ ...button, url: forged })).status).toBe(404);
    expect(await stored(id)).toBeDefined();
    for (let time = 0; time < 2; time += 1) expect((await api.call({ ...button, url })).status).toBe(200);
    expect(await stored(id)).toBeUndefined();
  });
});

test('nothing is offered where no mail can be sent', async () => {
  const silent = await startTestApi();
  try {
    await makeRates(silent.db);
    const { id } = await makeInvoice(silent.db, await silent.merchant());
    expect((await silent.call({ url: `/customer/invoices/${id}` })).json.data.payer_email).toBeNull();
    const body = { email: 'ann@mail.example' };
    expect((await silent.call({ method: 'PUT', url: `/customer/invoices/${id}/email`, body })).status).toBe(404);
  } finally {
    await silent.close();
  }
});
