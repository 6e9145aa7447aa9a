import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

/** The days of the entries, by the real clock. */
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const FRESH = dayAgo(2);
const OLD = dayAgo(45);

let api: TestApi;
let merchant: TestMerchant;

beforeAll(async () => {
  api = await startTestApi({
    env: {
      EXCHANGE_WITHDRAWAL_FEES: [
        `kraken BTC 0.00002 0.0001 ${FRESH} Kraken fee page`,
        `coinbase BTC 0.00003 0.5 ${FRESH} Coinbase`,
        `binance BTC 0.00002 0.0001 ${OLD} Binance fee page`,
      ].join('; '),
    },
  });
  merchant = await api.merchant();
});
afterAll(() => api?.close());

async function invoice(body: object) {
  const whole = { amount: '49.90', currency: 'EUR', ...body };
  const { status, json, text } = await api.call({ url: '/api/v1/invoices', body: whole, as: merchant.token });
  if (status !== 201) throw new Error(text);
  return json.data;
}

const read = (id: string) => api.call({ url: `/customer/invoices/${id}/exchanges` });

describe('a payer who pays from an exchange', () => {
  test('types what makes the due amount arrive, by entries that are current', async () => {
    const { id, expires_at } = await invoice({ gate_id: 'BTC', gates: ['BTC'] });
    const { status, json, headers } = await read(id);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const { exchanges, ...rest } = json.data;
    expect(rest).toEqual({
      gate_id: 'BTC',
      amount: '0.000998',
      network: 'Bitcoin',
      arrive_by: expires_at,
      late: 'shop_decides',
    });
    const of = (name: string) => exchanges.find((each: { id: string }) => each.id === name);
    expect(of('kraken')).toEqual({
      id: 'kraken',
      name: 'Kraken',
      network: 'Bitcoin',
      tag_name: null,
      charge: 'deducted',
      fee: { amount: '0.00002', minimum: '0.0001', source: 'Kraken fee page', as_of: FRESH, is_current: true },
      type_amount: '0.001018',
      is_below_minimum: false,
    });
    expect(of('coinbase')).toMatchObject({ charge: 'added', type_amount: '0.000998', is_below_minimum: true });
    expect(of('binance')).toMatchObject({
      fee: { as_of: OLD, is_current: false },
      type_amount: null,
      is_below_minimum: null,
    });
    expect(of('okx')).toMatchObject({ charge: 'varies', fee: null, type_amount: null });
  });

  test('reads the network and the tag in the words of the exchange', async () => {
    const { id } = await invoice({ gate_id: 'XRP', autocomplete: true });
    const { json } = await read(id);
    expect(json.data).toMatchObject({ network: 'XRP Ledger', late: 'completes' });
    expect(json.data.exchanges.map((each: { tag_name: string }) => each.tag_name)).not.toContain(null);
    const usdt = await invoice({ gate_id: 'USDT_TRC20' });
    const { exchanges } = (await read(usdt.id)).json.data;
    expect(
      exchanges.map(({ id: exchange, network, tag_name }: Record<string, string>) => [exchange, network, tag_name]),
    ).toEqual([
      ['binance', 'Tron (TRC20)', null],
      ['bybit', 'TRC20', null],
      ['coinbase', 'TRON (TRC-20)', null],
      ['kraken', 'Tron (TRC20)', null],
      ['kucoin', 'TRC20', null],
      ['okx', 'TRC20', null],
    ]);
  });

  test('is refused before a coin is chosen, and without an invoice', async () => {
    const { id } = await invoice({});
    expect((await read(id)).status).toBe(409);
    expect((await read(newId())).status).toBe(404);
    expect((await read('not-an-id')).status).toBe(404);
  });
});
