import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { makeAddress, receive, settleDeposits } from '../../../../db/deposits/testing.fixture.ts';
import { createApiToken } from '../../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { parseCreditorReference } from '../../../../domain/bank/creditor-reference.ts';
import { newId } from '../../../../domain/ids.ts';
import { signInAs } from '../../../testing/accounts.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';

let merchant: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
});

const create = (body: unknown, headers: Record<string, string> = {}, as = merchant.token) =>
  api.call({ url: '/api/v1/addresses', body, headers, as });
const get = (url: string, as = merchant.token) => api.call({ url, as });
const requested = (more: object = {}) => ({ gate_id: 'BTC', reference: `customer-${newId()}`, ...more });

describe('an address of a customer', () => {
  test('is the same for the same gate and reference, and another for each other one', async () => {
    const body = requested({ description: 'Anna' });
    const first = await create(body);
    expect(first.status).toBe(201);
    expect(first.json.data).toMatchObject({ ...body, mode: 'sandbox', destination_tag: null, minimum: '0.00004000' });
    expect(first.json.data.payment_uri).toBe(`bitcoin:${first.json.data.address}`);
    const again = await create({ ...body, description: 'somebody else' });
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    const others = [await create(requested()), await create({ ...body, gate_id: 'LTC' })];
    expect(new Set([first, ...others].map(({ json }) => json.data.address)).size).toBe(3);
  });

  test('is made once by any number of requests at once', async () => {
    const body = requested({ gate_id: 'ETH' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    expect(new Set(answers.map(({ json }) => json.data.address)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const watched = 'SELECT FROM watched_address WHERE static_address_id = $1';
    expect(await select(api.db, watched, [answers[0]?.json.data.id])).toHaveLength(1);
  });

  test('is offered in production, to merchants who may take payments there', async () => {
    const { token, merchantId } = await api.merchant({ mode: 'production' });
    const made = await create(requested(), {}, token);
    expect([made.status, made.json.data.mode]).toEqual([201, 'production']);
    await execute(api.db, 'UPDATE merchant SET invoices_restricted_at = now() WHERE id = $1', [merchantId]);
    expect((await create(requested(), {}, token)).json.code).toBe('merchant_restricted');
    const unverified = await api.merchant({ mode: 'production', status: 'email_verified' });
    expect((await create(requested(), {}, unverified.token)).json.code).toBe('production_not_permitted');
  });

  test('on XRP is one account with a tag of each customer', async () => {
    const [one, other] = [await create(requested({ gate_id: 'XRP' })), await create(requested({ gate_id: 'XRP' }))];
    expect(one.json.data.address).toBe(other.json.data.address);
    expect(one.json.data.destination_tag).toMatch(/^\d+$/);
    expect(one.json.data.destination_tag).not.toBe(other.json.data.destination_tag);
  });

  test('in euro is the account of the gateway with a reference of the customer, and a QR code for banking apps', async () => {
    const body = requested({ gate_id: 'EUR' });
    const { status, json } = await create(body);
    expect(status).toBe(201);
    const { address, bank, ...data } = json.data;
    expect(data).toMatchObject({ gate_id: 'EUR', destination_tag: null, minimum: '1.00' });
    expect(data.autoconversion).toEqual({ type: 'full', gate_id: 'USDT_TRC20' });
    expect(bank).toMatchObject({ iban: address, bic: 'HABALT22XXX', name: 'Tidegate Demo UAB' });
    expect(parseCreditorReference(bank.creditor_reference)).toBe(bank.creditor_reference);
    expect(data.payment_uri.split('\n').slice(4)).toEqual([
      bank.bic,
      bank.name,
      address,
      '',
      '',
      bank.creditor_reference,
    ]);
    expect((await create(body)).json.data.bank).toEqual(bank);
    const other = await create(requested({ gate_id: 'EUR', autoconversion: { type: 'none' } }));
    expect(other.json.data.bank.creditor_reference).not.toBe(bank.creditor_reference);
    expect(other.json.data.autoconversion).toEqual({ type: 'none' });
    const watched = 'SELECT FROM watched_address WHERE static_address_id = $1';
    expect(await select(api.db, watched, [json.data.id])).toEqual([]);
  });

  test.each([
    [{ reference: '' }, 'reference'],
    [{ reference: 'a b' }, 'reference'],
    [{ notification_url: 'http://user:secret@shop.example/' }, 'notification_url'],
    [{ autoconversion: { type: 'full' } }, 'autoconversion.gate_id'],
    [{ autoconversion: { type: 'full', gate_id: 'EUR', percent: 5 } }, 'autoconversion.percent'],
    [{ merchant_id: newId() }, 'merchant_id'],
  ])('refuses %j', async (more, field) => {
    const { status, json } = await create(requested(more));
    expect(status).toBe(422);
    expect(Object.keys(json.errors)).toContain(field);
  });

  test('is found by its reference, and by nobody else', async () => {
    const body = requested();
    const { id } = (await create(body)).json.data;
    expect((await get(`/api/v1/addresses?reference=${body.reference}`)).json.data).toMatchObject([{ id }]);
    const stranger = await api.merchant();
    expect((await get(`/api/v1/addresses/${id}`, stranger.token)).status).toBe(404);
    expect((await get(`/api/v1/addresses?reference=${body.reference}`, stranger.token)).json.data).toEqual([]);
    const theirs = await create(body, {}, stranger.token);
    expect(theirs.status).toBe(201);
    expect(theirs.json.data.id).not.toBe(id);
  });

  test('is one object for one Idempotency-Key; another body is a conflict', async () => {
    const key = { 'idempotency-key': newId() };
    const body = requested();
    const [first, again] = [await create(body, key), await create(body, key)];
    expect([again.status, again.json.data]).toEqual([201, first.json.data]);
    expect((await create(requested(), key)).status).toBe(409);
  });

  test('needs its own permissions', async () => {
    const { profileId } = merchant;
    const reader = await inTransaction(api.db, (tx) =>
      createApiToken(tx, { profileId, mode: 'sandbox', name: 'reads', permissions: ['address_get'], createdBy: null }),
    );
    expect((await create(requested(), {}, reader)).status).toBe(403);
    expect((await get('/api/v1/addresses', reader)).status).toBe(200);
    expect((await get('/api/v1/deposits', reader)).status).toBe(200);
    expect((await get('/api/v1/invoices', reader)).status).toBe(403);
  });

  test('is made and listed in the back office too', async () => {
    const as = await signInAs(api, merchant.user);
    const body = requested();
    const made = await as({ url: '/spa/sandbox/addresses', body });
    expect(made.status).toBe(201);
    const listed = await as({ url: `/spa/sandbox/addresses?reference=${body.reference}` });
    expect(listed.json.data).toEqual([made.json.data]);
    expect((await as({ url: '/spa/sandbox/deposits' })).json.data).toEqual([]);
    expect((await as({ url: `/spa/sandbox/deposits/${newId()}` })).status).toBe(404);
  });
});

describe('deposits in the back office', () => {
  /** A customer's deposit that is done, and one that waits below the minimum. */
  async function paid() {
    const shop = await api.merchant();
    const address = await makeAddress(api.db, shop, 'LTC', { reference: `customer-${newId()}` });
    await receive(api.db, address, { minor: 100_000_000n, status: 'confirmed' });
    await settleDeposits(api.db, Date.now());
    await receive(api.db, address, { minor: 10n, status: 'confirmed' });
    return { shop, address, as: await signInAs(api, shop.user) };
  }

  test('show the whole story: payments, postings and statuses, causes first', async () => {
    const { address, as } = await paid();
    const { data } = (await as({ url: '/spa/sandbox/deposits?sort=created_at&order=asc' })).json;
    expect(data).toMatchObject([{ status: 'done' }, { status: 'processing', status_reason: 'below_minimum' }]);
    const story = (await as({ url: `/spa/sandbox/deposits/${data[0].id}` })).json.data;
    expect(story).toMatchObject({ address: address.address, destination_tag: null, net_amount: '0.99500000' });
    const words = story.timeline.map((each: { text_key: string; status?: string }) => each.status ?? each.text_key);
    expect(words.slice(0, 2)).toEqual(['payment_seen', 'credited']);
    expect(words.slice(-2)).toEqual(['settled', 'done']);
    expect(story.ledger).toMatchObject([
      { kind: 'payment_credit', debit: 'custody:LTC', credit: 'unsettled', amount: '1.00000000' },
      { kind: 'settle', debit: 'unsettled', credit: 'available', amount: '0.99500000' },
      { kind: 'settle', debit: 'unsettled', credit: 'fees:service', amount: '0.00500000' },
    ]);
    const waiting = (await as({ url: `/spa/sandbox/deposits/${data[1].id}` })).json.data;
    expect(waiting.timeline.map((each: { text_key: string }) => each.text_key)).toEqual(['payment_seen', 'credited']);
  });

  test('are listed by their ids, in history and as CSV, and never those of another merchant', async () => {
    const { address, as } = await paid();
    const [first] = (await as({ url: '/spa/sandbox/deposits?status=done' })).json.data;
    expect((await as({ url: `/spa/sandbox/deposits?ids=${first.id},${newId()}` })).json.data).toHaveLength(1);
    const csv = await as({ url: '/spa/sandbox/deposits/export' });
    const rows = csv.text.trim().split('\n');
    expect(rows[0]).toContain('created,id,reference,status,reason,type,asset,amount,net_amount,service_fee');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain(`${address.reference},done,,crypto,LTC,1.00000000,0.99500000,0.00500000`);
    expect((await as({ url: '/spa/sandbox/deposits/export?status=done' })).text.trim().split('\n')).toHaveLength(2);
    const [movement] = (await as({ url: '/spa/sandbox/history/transactions' })).json.data;
    expect(movement).toMatchObject({ kind: 'settle', deposit_id: first.id, reference: address.reference });
    const events = (await as({ url: '/spa/sandbox/history/events?kinds=deposit' })).json.data;
    expect(events[0]).toMatchObject({
      type: 'deposit.done',
      entity_id: first.id,
      currency: 'LTC',
      amount: '1.00000000',
    });
    const stranger = await signInAs(api, (await api.merchant()).user);
    expect((await stranger({ url: `/spa/sandbox/deposits/${first.id}` })).status).toBe(404);
    expect((await stranger({ url: `/spa/sandbox/addresses/${address.id}` })).status).toBe(404);
    expect((await stranger({ url: '/spa/sandbox/deposits/export' })).text.trim().split('\n')).toHaveLength(1);
  });

  test('are a report like all other money', async () => {
    const { as } = await paid();
    const requested = await as({
      url: '/spa/sandbox/reports',
      body: { kind: 'deposits', filter: { status: 'done', gate_id: 'LTC' }, time_zone: 'Europe/Vilnius' },
    });
    expect(requested.status).toBe(201);
    const file = await as({ url: `/spa/reports/${requested.json.data.id}/file` });
    expect(file.text.trim().split('\n')).toHaveLength(2);
  });

  test('have a form that says what is open, from which amount on, and for which fee', async () => {
    const { as } = await paid();
    const { gates, ...terms } = (await as({ url: '/spa/sandbox/addresses/create' })).json.data;
    expect(terms).toMatchObject({ fee_percent: '0.50', autoconversion: { type: 'none' } });
    expect(gates).toContainEqual({ gate_id: 'BTC', is_open: true, minimum: '0.00004000', confirmations: 2 });
    const { gates: real } = (await as({ url: '/spa/production/addresses/create' })).json.data;
    expect(real).toContainEqual({ gate_id: 'BTC', is_open: true, minimum: '0.00004000', confirmations: 2 });
  });

  test('can be played by those who may create addresses', async () => {
    const { address, as } = await paid();
    const url = `/spa/sandbox/addresses/${address.id}/payments`;
    const sent = await as({ url, body: { amount: '0.5' } });
    expect([sent.status, sent.json.data.amount]).toEqual([202, '0.50000000']);
    const stranger = await signInAs(api, (await api.merchant()).user);
    expect((await stranger({ url, body: { amount: '0.5' } })).status).toBe(404);
  });
});

describe('emulating a bank transfer', () => {
  const transfer = (body: object, as = merchant.token) => api.call({ url: '/api/v1/sandbox/bank/credits', body, as });

  test('asks the simulated bank for a credit, with the reference where it is one', async () => {
    const { bank, id } = (await create(requested({ gate_id: 'EUR' }))).json.data;
    const spaced = bank.creditor_reference.replaceAll(/(.{4})/g, '$1 ');
    const { status, json } = await transfer({ amount: '12.50', reference: spaced });
    expect([status, json.data.amount, json.data.reference]).toEqual([202, '12.50', bank.creditor_reference]);
    expect((await transfer({ amount: '1', reference: 'Invoice 7', name: 'Nora' })).json.data).toMatchObject({
      reference: 'Invoice 7',
      name: 'Nora',
    });
    const commands = await select<{ command: object }>(
      api.db,
      'SELECT command FROM simulated_bank_command WHERE merchant_id = $1 ORDER BY id',
      [merchant.merchantId],
    );
    expect(commands.map(({ command }) => command)).toMatchObject([
      { type: 'credit', minor: '1250', reference: bank.creditor_reference },
      { type: 'credit', minor: '100', remittance: 'Invoice 7' },
    ]);
    const onChain = await api.call({
      url: `/api/v1/sandbox/addresses/${id}/payments`,
      body: { amount: '1' },
      as: merchant.token,
    });
    expect([onChain.status, onChain.json.message]).toEqual([409, expect.stringContaining('bank/credits')]);
  });

  test.each([
    [{ amount: '0' }, 422],
    [{ amount: '-1' }, 422],
    [{ amount: '1.001' }, 422],
    [{ amount: '1', iban: 'DE00370400440532013000' }, 422],
    [{ amount: '1', currency: 'USD' }, 422],
  ])('refuses %j', async (body, status) => {
    expect((await transfer(body)).status).toBe(status);
  });

  test('is for sandbox tokens, and has a bound', async () => {
    const production = await api.merchant({ mode: 'production' });
    expect((await transfer({ amount: '1' }, production.token)).json.code).toBe('sandbox_only');
    const many = await api.merchant();
    await execute(
      api.db,
      `INSERT INTO simulated_bank_command (id, merchant_id, command)
       SELECT gen_random_uuid(), $1, '{}' FROM generate_series(1, 100)`,
      [many.merchantId],
    );
    expect((await transfer({ amount: '1' }, many.token)).status).toBe(429);
  });
});

describe('emulating a payment to an address', () => {
  const pay = (id: string, body: object, as = merchant.token) =>
    api.call({ url: `/api/v1/sandbox/addresses/${id}/payments`, body, as });

  test('sends what was asked to that address', async () => {
    const { id, address } = (await create(requested({ gate_id: 'LTC' }))).json.data;
    const { status, json } = await pay(id, { amount: '1.5', scenario: 'replaced' });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ address_id: id, address, amount: '1.50000000', gate_id: 'LTC' });
    expect(json.data.replaced_by).not.toBeNull();
    const sql = 'SELECT state FROM sim_transaction WHERE txid = $1';
    expect(await one(api.db, sql, [json.data.txid])).toEqual({ state: 'pinned' });
  });

  test('is for the own addresses and the known scenarios only', async () => {
    const { id } = (await create(requested())).json.data;
    expect((await pay(id, { amount: '1', scenario: 'late' })).status).toBe(422);
    expect((await pay(id, {})).status).toBe(422);
    expect((await pay(newId(), { amount: '1' })).status).toBe(404);
    expect((await pay(id, { amount: '1' }, (await api.merchant()).token)).status).toBe(404);
  });
});
