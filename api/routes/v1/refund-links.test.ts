import { beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import { payInFull } from '../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let shop: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  shop = await api.merchant();
});

/** 100 EUR at 50 000 EUR: 0.002 BTC. */
async function paid(as = shop): Promise<string> {
  const body = { amount: '100.00', currency: 'EUR', gate_id: 'BTC', customer: { email: 'ana@payer.example' } };
  const { id } = (await api.call({ url: '/api/v1/invoices', body, as: as.token })).json.data;
  await payInFull(api.db, id);
  return id;
}
const refund = (id: string, body: unknown, key = newId()) =>
  api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers: { 'idempotency-key': key }, as: shop.token });
const claim = (id: string, url: string, address = RECIPIENTS.BTC) =>
  api.call({
    url: `/customer/invoices/${id}/refund-request`,
    body: { token: url.slice(url.indexOf('#refund=') + 8), address },
  });
const refundsOf = async (id: string) =>
  (await api.call({ url: `/api/v1/invoices/${id}`, as: shop.token })).json.data.refunds;

describe('a refund of a value to an address', () => {
  test('is so many coins at the current rate, and never more than was paid', async () => {
    const part = await refund(await paid(), { amount: '25.000', currency: 'eur', address: RECIPIENTS.BTC });
    expect([part.status, part.json.data.amount]).toEqual([201, '0.00050000']);
    const all = await refund(await paid(), { amount: '5000', currency: 'EUR', address: RECIPIENTS.BTC });
    expect([all.status, all.json.data.amount]).toEqual([201, '0.00200000']);
  });

  test('in coins as before; zeros that lose nothing are taken, a reason that is too long is cut', async () => {
    const body = { amount: '0.00100000000', address: RECIPIENTS.BTC, reason: 'r'.repeat(600), destination_tag: '' };
    const { status, json } = await refund(await paid(), body);
    expect([status, json.data.amount, json.data.reason.length]).toEqual([201, '0.00100000', 500]);
    expect(json.warnings).toMatchObject([{ field: 'reason', code: 'too_long' }]);
  });

  test.each<[string, object, string]>([
    ['another currency', { amount: '5.00', currency: 'USD' }, 'currency'],
    ['no amount', { currency: 'EUR' }, 'amount'],
    ['nothing', { amount: '0.00', currency: 'EUR' }, 'amount'],
    ['a lost digit', { amount: '5.001', currency: 'EUR' }, 'amount'],
    ['coins and no address', { amount: '0.001' }, 'address'],
    ['coins to choose and an address', { amount: '5.00', currency: 'EUR', payer_gates: ['LTC'] }, 'payer_gates'],
    ['a tag and no address', { amount: '5.00', currency: 'EUR', destination_tag: '7' }, 'address'],
    ['more than was paid, by link', { amount: '100.01', currency: 'EUR' }, 'amount'],
  ])('%s is refused by name', async (_, body, field) => {
    const requested = 'address' === field || _.endsWith('link') ? body : { ...body, address: RECIPIENTS.BTC };
    const { status, json } = await refund(await paid(), requested);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('a refund without an address', () => {
  test('is a link for the payer, mailed and returned, whose page shows that amount', async () => {
    const id = await paid();
    const key = newId();
    const { status, json } = await refund(id, { amount: '25.00', currency: 'EUR', reason: 'Torn' }, key);
    expect([status, json.data]).toEqual([
      202,
      {
        id: expect.any(String),
        invoice_id: id,
        url: expect.stringMatching(new RegExp(`/invoice/${id}#refund=${json.data?.id}\\.`)),
        amount: '25.00',
        currency: 'EUR',
        gate_id: 'BTC',
        payer_gates: [],
        sent_to: 'a•••@payer.example',
        reason: 'Torn',
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    const mails = "SELECT payload FROM outbox WHERE topic = 'mail.refund' AND payload->>'linkId' = $1";
    expect(await select(api.db, mails, [json.data.id])).toEqual([
      { payload: { kind: 'granted', invoiceId: id, linkId: json.data.id } },
    ]);
    const again = await refund(id, { amount: '25.00', currency: 'EUR', reason: 'Torn' }, key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([JSON.stringify(json), 'true']);
    const kept = 'SELECT response_body FROM idempotency_key WHERE key = $1';
    expect(await select(api.db, kept, [key])).toEqual([{ response_body: expect.stringMatching(/^sealed:/) }]);
    const page = (await api.call({ url: `/customer/invoices/${id}` })).json.data;
    expect(page.refund_offer.amount).toBe('0.00050000');
    expect(JSON.stringify(page)).not.toContain(json.data.id);
  });

  test('is made when the payer claims it, once', async () => {
    const id = await paid();
    const { url } = (await refund(id, { amount: '25.00', currency: 'EUR' })).json.data;
    expect((await claim(id, url, 'nonsense')).json.code).toBe('address_invalid');
    expect((await claim(id, url)).status).toBe(200);
    expect(await refundsOf(id)).toMatchObject([{ gate_id: 'BTC', amount: '0.00050000' }]);
    expect((await claim(id, url)).json.code).toBe('link_used');
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test('claimed by sixteen at once is one refund', async () => {
    const id = await paid();
    const { url } = (await refund(id, { amount: '25.00', currency: 'EUR' })).json.data;
    const answers = await Promise.all(Array.from({ length: 16 }, () => claim(id, url)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test('its address cools off like one that the token sent: who has the link may be the token’s thief', async () => {
    const id = await paid();
    const { url } = (await refund(id, { amount: '25.00', currency: 'EUR' })).json.data;
    const direct = (await refund(await paid(), { amount: '25.00', currency: 'EUR', address: RECIPIENTS.BTC })).json
      .data;
    await claim(id, url);
    const [made] = await select<{ not_before: Date | null }>(
      api.db,
      'SELECT not_before FROM payout WHERE invoice_id = $1',
      [id],
    );
    const sent = await select<{ not_before: Date | null }>(api.db, 'SELECT not_before FROM payout WHERE id = $1', [
      direct.id,
    ]);
    expect(made?.not_before === null).toBe(sent[0]?.not_before === null);
  });

  test('of a token that was revoked since waits for the merchant, as a request that was never granted does', async () => {
    const other = await api.merchant();
    const id = await paid(other);
    const body = { amount: '25.00', currency: 'EUR', fee_payer: 'merchant', reason: 'One glass broken' };
    const headers = { 'idempotency-key': newId() };
    const { url } = (await api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers, as: other.token })).json
      .data;
    await execute(api.db, 'UPDATE api_token SET revoked_at = now() WHERE id = $1', [other.token.id]);
    expect((await claim(id, url)).status).toBe(200);
    expect(await select(api.db, 'SELECT id FROM payout WHERE invoice_id = $1', [id])).toEqual([]);
    expect(await select(api.db, 'SELECT status FROM refund_request WHERE invoice_id = $1', [id])).toEqual([
      { status: 'open' },
    ]);
    const as = await api.signIn(other);
    const prepared = { amount: '25.00', currency: 'EUR', name: 'One glass broken', fee_payer: 'merchant' };
    expect((await as({ url: `/spa/sandbox/invoices/${id}` })).json.data.refund_request).toMatchObject({ prepared });
  });

  test('is one at a time, and a new one once it has ended', async () => {
    const id = await paid();
    const first = (await refund(id, { amount: '25.00', currency: 'EUR' })).json.data;
    expect((await refund(id, { amount: '5.00', currency: 'EUR' })).json.code).toBe('conflict');
    await execute(api.db, "UPDATE refund_link SET expires_at = now() - interval '1 second' WHERE id = $1", [first.id]);
    expect((await refund(id, { amount: '5.00', currency: 'EUR' })).status).toBe(202);
  });

  test('of an unpaid invoice, and of another shop, is refused', async () => {
    const body = { amount: '10.00', currency: 'EUR' };
    const { id } = (await api.call({ url: '/api/v1/invoices', body, as: shop.token })).json.data;
    const { status, json } = await refund(id, body);
    expect([status, json.code, json.status, json.possible]).toEqual([
      409,
      'illegal_transition',
      'new',
      ['choose', 'cancel'],
    ]);
    const stranger = await api.merchant();
    expect((await refund(await paid(stranger), body)).status).toBe(404);
  });
});
