import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import { makeInvoice, makeRates } from '../../../db/invoices/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { SMTP_URL: 'smtp://localhost:2525' } });
  await makeRates(api.db);
});
afterAll(() => api?.close());

let callers = 0;

/** Each caller from a network of its own, unless the test says which. */
async function ask(invoiceId: string, form: Readonly<Record<string, string>>, ip?: string) {
  callers += 1;
  const answer = await api.app.inject({
    method: 'POST',
    url: `/invoice/${invoiceId}/help?lang=en`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
    remoteAddress: ip ?? `10.8.${callers}.1`,
  });
  return { status: answer.statusCode, text: answer.body, retryAfter: answer.headers['retry-after'] };
}

const open = async () => makeInvoice(api.db, await api.merchant());
const formOf = (email: string, text = 'I paid, and nothing happened.') => ({ message: newId(), email, text });
const ticketsOf = (invoiceId: string) =>
  select<{
    id: string;
    email: string;
    source: string;
    merchant: string | null;
    mode: string;
    language: string;
    text: string;
  }>(
    api.db,
    `SELECT t.id, t.email, t.source, t.merchant_id AS merchant, t.mode, t.language, t.subject, m.text
     FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id WHERE t.about_id = $1`,
    [invoiceId],
  );

describe('a payer who needs help', () => {
  test('opens a ticket about the invoice by its page, in the language of the page', async () => {
    const invoice = await open();
    expect((await api.call({ url: `/customer/invoices/${invoice.id}` })).json.data.help_available).toBe(true);
    const page = await api.call({ url: `/invoice/${invoice.id}/help?lang=de` });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hilfe anfragen')]);
    const email = `Ada-${newId()}@payer.example`;
    const { status, text } = await ask(invoice.id, formOf(email, 'Line one\r\n<b>two</b>'));
    expect(status).toBe(200);
    expect(text).toMatch(/Its reference is T-[2-9A-HJ-NP-Z]{8}\. We answer within 24 hours/);
    expect(await ticketsOf(invoice.id)).toMatchObject([
      {
        email: email.toLowerCase(),
        source: 'invoice_page',
        mode: 'sandbox',
        language: 'en',
        subject: 'Line one',
        text: 'Line one\n<b>two</b>',
      },
    ]);
  });

  test('has one ticket, although the form was sent twice, and cannot take over that of somebody else', async () => {
    const { id } = await open();
    const form = formOf('ada@payer.example');
    const [first, second] = [await ask(id, form), await ask(id, form)];
    const reference = /T-[2-9A-HJ-NP-Z]{8}/;
    expect(reference.exec(first.text)?.[0]).toBe(reference.exec(second.text)?.[0]);
    const stranger = await ask(id, { ...form, email: 'thief@evil.example' });
    expect(stranger.status).toBe(409);
    expect(stranger.text).not.toMatch(reference);
    expect(await ticketsOf(id)).toHaveLength(1);
  });

  test('corrects what is wrong, and keeps what was typed, as text', async () => {
    const { id } = await open();
    const wrong = await ask(id, formOf('ada', '"><script>alert(1)</script></textarea>'));
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Please enter an email address.');
    expect(wrong.text).not.toContain('<script>');
    expect(wrong.text).toContain('&lt;/textarea&gt;');
    for (const text of ['', ' \r\n ', 'x'.repeat(10_001)]) {
      const answer = await ask(id, formOf('ada@payer.example', text));
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('at most 10000 characters')]);
    }
    expect((await ask(id, formOf('ada@payer.example', 'я'.repeat(10_000)))).status).toBe(200);
    expect((await ask(id, formOf('ada@payer.example', 'x'.repeat(200_000)))).status).toBe(413);
  });

  test('opens five tickets an hour about one invoice, and ten from one network', async () => {
    const { id } = await open();
    for (let at = 0; at < 5; at += 1) expect((await ask(id, formOf('ada@payer.example'))).status).toBe(200);
    const sixth = await ask(id, formOf('bea@payer.example'));
    expect(sixth.status).toBe(429);
    expect(Number(sixth.retryAfter)).toBeGreaterThan(0);
    expect(sixth.text).toContain('several messages');
    expect(await ticketsOf(id)).toHaveLength(5);
    const ids = [await open(), await open(), await open()];
    const statuses = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await ask(ids[at % 3]?.id ?? '', formOf('ada@payer.example'), '10.251.0.9')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('of a merchant whose account is deleted is heard all the same', async () => {
    const { id } = await open();
    await execute(
      api.db,
      `UPDATE merchant SET deletion_requested_at = now(), deleted_at = now()
       WHERE id = (SELECT merchant_id FROM invoice WHERE id = $1)`,
      [id],
    );
    expect((await ask(id, formOf('ada@payer.example'))).status).toBe(200);
    expect(await ticketsOf(id)).toMatchObject([{ merchant: null }]);
  });

  test('finds nothing at an address that is none', async () => {
    for (const id of ['nonsense', newId()]) {
      expect((await api.call({ url: `/invoice/${id}/help` })).status).toBe(404);
      expect((await ask(id, formOf('ada@payer.example'))).status).toBe(404);
    }
  });
});

test('nothing is offered where no mail can be sent', async () => {
  const silent = await startTestApi();
  try {
    await makeRates(silent.db);
    const { id } = await makeInvoice(silent.db, await silent.merchant());
    expect((await silent.call({ url: `/customer/invoices/${id}` })).json.data.help_available).toBe(false);
    expect((await silent.call({ url: `/invoice/${id}/help` })).status).toBe(404);
  } finally {
    await silent.close();
  }
});
