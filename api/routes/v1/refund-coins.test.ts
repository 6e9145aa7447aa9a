import { beforeAll, describe, expect, test } from 'vitest';
import { setMarket } from '../../../db/conversions/testing.fixture.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { payInFull, paymentsChanged, recordPayment } from '../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let shop: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  shop = await api.merchant();
  await setMarket(api.db);
});

const refund = (id: string, body: unknown) =>
  api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers: { 'idempotency-key': newId() }, as: shop.token });
const tokenOf = (url: string) => url.slice(url.indexOf('#refund=') + 8);
const offer = (id: string, token: string) =>
  api.call({ url: `/customer/invoices/${id}/refund-offer`, body: { token } });
const claim = (id: string, token: string, more: object) =>
  api.call({ url: `/customer/invoices/${id}/refund-request`, body: { token, ...more } });
const invoice = async (id: string) => (await api.call({ url: `/api/v1/invoices/${id}`, as: shop.token })).json.data;

/** An invoice of 100 EUR that is paid with 0.002 BTC, and the token of a link for 25 EUR of it. */
async function linked(payer_gates: readonly string[] = ['LTC', 'XRP', 'TRX', 'BTC', 'LTC']) {
  const body = { amount: '100.00', currency: 'EUR', gate_id: 'BTC', customer: { email: 'ana@payer.example' } };
  const { id } = (await api.call({ url: '/api/v1/invoices', body, as: shop.token })).json.data;
  await payInFull(api.db, id);
  const link = (await refund(id, { amount: '25.00', currency: 'EUR', payer_gates })).json.data;
  return { id, link, token: tokenOf(link.url) };
}

describe('a refund link with coins to choose', () => {
  test('offers the coin that was paid, and those that the balance can be converted into', async () => {
    const { id, link, token } = await linked();
    expect(link.payer_gates).toEqual(['LTC', 'XRP', 'TRX']);
    const { status, json } = await offer(id, token);
    expect([status, json.data.value, json.data.currency]).toEqual([200, '25.00', 'EUR']);
    // Tron cannot be converted. Of 0.25 LTC go 0.3 % of spread and 0.5 % of fee.
    expect(json.data.coins).toMatchObject([
      { gate_id: 'BTC', amount: '0.00050000', takes_tag: false, rate_expires_at: expect.any(String) },
      { gate_id: 'LTC', amount: expect.stringMatching(/^0\.24[5-9]/), takes_tag: false },
      { gate_id: 'XRP', amount: expect.stringMatching(/^49\.[0-9]/), takes_tag: true },
    ]);
  });

  test('is paid in the coin that the payer takes, to an address of its network, with its tag', async () => {
    const { id, token } = await linked();
    const [, , { amount }] = (await offer(id, token)).json.data.coins;
    const coin = { gate_id: 'XRP', amount };
    expect((await claim(id, token, { address: RECIPIENTS.BTC, coin })).json.code).toBe('address_invalid');
    expect((await claim(id, token, { address: RECIPIENTS.XRP, memo: '4294967296', coin })).json.code).toBe(
      'destination_tag_invalid',
    );
    expect((await claim(id, token, { address: RECIPIENTS.XRP, memo: '7', coin })).status).toBe(200);
    const { refunds, amount_refunded } = await invoice(id);
    expect([refunds, amount_refunded]).toMatchObject([
      [{ gate_id: 'XRP', amount, covered_amount: '0.00050000' }],
      '0.00000000',
    ]);
    const made = 'SELECT gate_id, destination_tag::text AS tag FROM payout WHERE invoice_id = $1';
    expect(await select(api.db, made, [id])).toEqual([{ gate_id: 'XRP', tag: '7' }]);
    expect((await claim(id, token, { address: RECIPIENTS.XRP, coin })).json.code).toBe('link_used');
    expect((await offer(id, token)).json.code).toBe('link_used');
  });

  test('takes no less than what was shown: the payer sees the new amount first', async () => {
    const { id, token } = await linked();
    const [, { amount }] = (await offer(id, token)).json.data.coins;
    await execute(api.db, "UPDATE rate SET value = value * 2 WHERE asset = 'LTC'");
    try {
      const coin = { gate_id: 'LTC', amount };
      expect((await claim(id, token, { address: RECIPIENTS.LTC, coin })).json.code).toBe('changed_meanwhile');
      expect((await invoice(id)).refunds).toEqual([]);
      const [, now] = (await offer(id, token)).json.data.coins;
      expect(Number(now.amount)).toBeLessThan(Number(amount) * 0.51);
      const taken = { gate_id: 'LTC', amount: now.amount };
      expect((await claim(id, token, { address: RECIPIENTS.LTC, coin: taken })).status).toBe(200);
    } finally {
      await setMarket(api.db);
    }
  });

  test.each([
    ['that the shop did not name', ['XRP'], { gate_id: 'LTC', amount: '0.1' }],
    ['that cannot be converted', ['TRX'], { gate_id: 'TRX', amount: '1' }],
    ['of a link without coins to choose', [], { gate_id: 'LTC', amount: '0.1' }],
  ] as const)('refuses a coin %s, and waits for nobody', async (_, gates, coin) => {
    const { id, token } = await linked(gates);
    const { status, json } = await claim(id, token, { address: RECIPIENTS[coin.gate_id], coin });
    expect([status, json.code]).toEqual([422, 'gate_not_offered']);
    expect(await select(api.db, 'SELECT id FROM refund_request WHERE invoice_id = $1', [id])).toEqual([]);
  });

  test('offers no other coin once the token that granted it may not refund any more', async () => {
    const { id, token } = await linked();
    await execute(api.db, 'UPDATE api_token SET revoked_at = now() WHERE id = $1', [shop.token.id]);
    try {
      expect((await offer(id, token)).json.data.coins).toMatchObject([{ gate_id: 'BTC' }]);
      const coin = { gate_id: 'LTC', amount: '0.1' };
      expect((await claim(id, token, { address: RECIPIENTS.LTC, coin })).json.code).toBe('gate_not_offered');
    } finally {
      await execute(api.db, 'UPDATE api_token SET revoked_at = NULL WHERE id = $1', [shop.token.id]);
    }
  });

  test('shows nothing to who has no token of this invoice', async () => {
    const { id, token } = await linked();
    const other = await linked();
    for (const [invoiceId, wrong] of [
      [id, `${token}x`],
      [id, other.token],
      [newId(), token],
    ] as const) {
      expect((await offer(invoiceId, wrong)).status).toBe(404);
    }
  });
});

describe('a refund link for money that came in another coin', () => {
  test('is of that money alone, and pays it back in its coin', async () => {
    const body = { amount: '100.00', currency: 'EUR', gate_id: 'LTC', customer: { email: 'ana@payer.example' } };
    const { id } = (await api.call({ url: '/api/v1/invoices', body, as: shop.token })).json.data;
    const choice = { url: `/customer/invoices/${id}/currency`, body: { gate_id: 'BTC' } };
    expect((await api.call(choice)).status).toBe(200);
    await payInFull(api.db, id);
    // 0.4 LTC, 40 EUR, on the choice before.
    const late = { invoiceId: id, gateId: 'LTC', minor: 40_000_000n, status: 'confirmed', seenValueMinor: 4_000n };
    await recordPayment(api.db, { ...late, gateId: 'LTC', status: 'confirmed' });
    await paymentsChanged(api.db, id);
    const { status, json } = await refund(id, {
      amount: '30.00',
      currency: 'EUR',
      gate_id: 'LTC',
      fee_payer: 'recipient',
    });
    expect([status, json.data.gate_id]).toEqual([202, 'LTC']);
    const token = tokenOf(json.data.url);
    expect((await offer(id, token)).json.data.coins).toMatchObject([{ gate_id: 'LTC', amount: '0.30000000' }]);
    expect((await claim(id, token, { address: RECIPIENTS.BTC })).json.code).toBe('address_invalid');
    expect((await claim(id, token, { address: RECIPIENTS.LTC })).status).toBe(200);
    expect((await invoice(id)).refunds).toMatchObject([{ gate_id: 'LTC', amount: '0.30000000', covered_amount: null }]);
  });

  test('is refused where none came in that coin', async () => {
    const { id } = await linked();
    expect((await refund(id, { amount: '5.00', currency: 'EUR', gate_id: 'LTC' })).json.code).toBe(
      'illegal_transition',
    );
  });
});
