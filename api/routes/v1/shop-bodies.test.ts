import { beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../../db/core/sql.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { FORMS, type Form, type Outcome, PLATFORMS, type Platform } from './shop-bodies.fixture.ts';

let merchant: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
});

const create = (body: unknown, as = merchant.token) => api.call({ url: '/api/v1/invoices', body, as });

const CASES = (Object.keys(PLATFORMS) as Platform[]).flatMap((platform) =>
  FORMS.filter(({ platforms }) => platforms?.includes(platform) ?? true).map((form) => ({ platform, form })),
);

/** The platform's own body with this form in it. */
function bodyOf(platform: Platform, { body }: Form, number: number): Record<string, unknown> {
  return { ...PLATFORMS[platform], locale: 'de', reference: `order-${number}`, ...body };
}

describe('what platforms send', () => {
  test('is tried in more than 300 bodies', () => {
    expect(CASES.length).toBeGreaterThan(300);
  });

  test.each(Object.entries(PLATFORMS))('%s: its usual order is accepted without a warning', async (_platform, body) => {
    const { status, json } = await create(body);
    expect([status, json.warnings]).toEqual([201, undefined]);
    expect(json.data).toMatchObject({ price: '49.90', currency: 'EUR' });
  });

  test.each((Object.keys(PLATFORMS) as Platform[]).map((platform) => [platform]))(
    '%s: each field in each form is accepted, warned of or refused as the table says',
    async (platform) => {
      const shop = (await api.merchant()).token;
      for (const [number, { form }] of CASES.filter((each) => each.platform === platform).entries()) {
        const answer = await create(bodyOf(platform, form, number), shop);
        const title = `${form.field}, ${form.form}`;
        expect.soft([title, summary(answer, form.outcome)]).toEqual([title, requested(form.outcome)]);
      }
    },
  );
});

/** The part of the answer that the outcome speaks of, and all of its warnings or errors. */
function summary({ status, json }: Awaited<ReturnType<typeof create>>, outcome: Outcome) {
  if ('refused' in outcome) return { status, errors: json.errors, data: json.data };
  const warned = Object.fromEntries(
    (json.warnings ?? []).map(({ field, code }: { field: string; code: string }) => [field, code]),
  );
  return { status, warned, data: json.data };
}

function requested(outcome: Outcome) {
  if ('refused' in outcome) {
    const errors = Object.entries(outcome.refused).map(([field, words]) => [field, [expect.stringMatching(words)]]);
    return { status: 422, errors: Object.fromEntries(errors), data: undefined };
  }
  const shown = 'accepted' in outcome ? outcome.accepted : (outcome.shown ?? {});
  const warned = 'warned' in outcome ? outcome.warned : {};
  return { status: 201, warned, data: expect.objectContaining(shown) };
}

describe('what is read means what was meant', () => {
  test('placeholders are filled, and a reference stays one part of the path', async () => {
    const { json } = await create({
      amount: '5.00',
      currency: 'EUR',
      reference: 'a/b?c ü',
      success_url: 'https://shop.test/ok|1/{reference}?id={invoice_id}',
      notification_url: 'https://shop.test/hook/{invoice_id}',
    });
    expect(json.data.success_url).toBe(`https://shop.test/ok|1/a%2Fb%3Fc%20%C3%BC?id=${json.data.id}`);
    expect(json.data.notification_url).toBe(`https://shop.test/hook/${json.data.id}`);
  });

  test('filled placeholders do not exceed the limit of an address', async () => {
    const body = { amount: '5.00', currency: 'EUR', reference: 'ü'.repeat(255) };
    const { status, json } = await create({ ...body, cancel_url: `https://shop.test/${'{reference}'.repeat(3)}` });
    expect([status, json.errors]).toEqual([422, { cancel_url: [expect.stringContaining('at most 2000')] }]);
  });

  test('a locale is the language of the payer’s page and mails', async () => {
    const { json } = await create({ amount: '5.00', currency: 'EUR', locale: 'gsw_CH' });
    const [row] = await select(api.db, 'SELECT language FROM invoice WHERE id = $1', [json.data.id]);
    expect(row).toEqual({ language: 'de' });
  });

  test('lines come back with their amounts, unit prices to the last digit', async () => {
    const items = [
      { name: 'Gas', quantity: 3.5, unit: 'kg', price: '1.23456789', sku: 'G' },
      { name: 'Tent', quantity: 2, price: '10.00' },
      { type: 'discount', name: 'Voucher', amount: '-1.00', tax: '0.16' },
    ];
    const { status, json } = await create({ currency: 'EUR', items });
    expect([status, json.data?.price]).toEqual([201, '23.32']);
    const line = { type: 'item', unit: null, tax: null, sku: null };
    expect(json.data.items).toEqual([
      { ...line, name: 'Gas', quantity: 3.5, unit: 'kg', price: '1.23456789', amount: '4.32', sku: 'G' },
      { ...line, name: 'Tent', quantity: 2, price: '10.00', amount: '20.00' },
      { ...line, type: 'discount', name: 'Voucher', quantity: 1, price: '-1.00', amount: '-1.00', tax: '0.16' },
    ]);
    const again = await api.call({ url: `/api/v1/invoices/${json.data.id}`, as: merchant.token });
    expect(again.json.data).toEqual(json.data);
  });

  test('the same order in another form is the same request of an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order-7001-1' };
    const send = (body: unknown) => api.call({ url: '/api/v1/invoices', body, headers, as: merchant.token });
    const first = await send({ amount: '7.00', currency: 'eur', reference: 7001, metadata: [] });
    const again = await send({ amount: '7.00', currency: 'EUR', reference: '7001' });
    expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('bytes that are not UTF-8 are said to be that', async () => {
    const body = Buffer.from('{"amount":"5.00","currency":"EUR","description":"Caf\xe9"}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await api.call({
      url: '/api/v1/invoices',
      method: 'POST',
      body,
      headers,
      as: merchant.token,
    });
    expect([status, json.code]).toEqual([400, 'not_utf8']);
  });
});
