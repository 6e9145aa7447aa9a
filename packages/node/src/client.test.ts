import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payInFull } from '../../../db/invoices/testing.fixture.ts';
import { fund, RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openGateway, type TestGateway } from './gateway.fixture.ts';
import { API_VERSION, AuthenticationError, ConflictError, NotFoundError, Tidegate, ValidationError } from './index.ts';

let gateway: TestGateway;
let tidegate: Tidegate;
beforeAll(async () => {
  gateway = await openGateway();
  tidegate = gateway.client();
});
afterAll(() => gateway.close());

const price = { amount: '49.90', currency: 'EUR' };
const refusal = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => {
      throw new Error('It was accepted.');
    },
    (error: unknown) => error,
  );

describe('the Node SDK against a gateway', () => {
  test('creates, reads and cancels an invoice, with amounts as decimal strings', async () => {
    const invoice = await tidegate.invoices.create({ ...price, gate_id: 'BTC', metadata: { cart: '7' } });
    expect(invoice).toMatchObject({ status: 'pending', total: '49.90', amount_due: '0.00099800', mode: 'sandbox' });
    expect(invoice.lastResponse).toMatchObject({ status: 201, isReplayed: false });
    expect(invoice.lastResponse.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await tidegate.invoices.get(invoice.id)).toEqual(invoice);
    expect((await tidegate.invoices.cancel(invoice.id)).status).toBe('canceled');
  });

  test('returns the object as the API does: how it was answered is not part of it', async () => {
    const invoice = await tidegate.invoices.create(price);
    const headers = { 'tidegate-version': API_VERSION };
    const { json } = await gateway.api.call({ url: `/api/v1/invoices/${invoice.id}`, as: gateway.shop.token, headers });
    expect(JSON.parse(JSON.stringify(invoice))).toEqual(json.data);
  });

  test('refunds a paid invoice, and reads what happened from the events', async () => {
    const invoice = await tidegate.invoices.create({ ...price, gate_id: 'BTC' });
    await payInFull(gateway.api.db, invoice.id);
    const refund = await tidegate.invoices.refund(invoice.id, {
      amount: '0.0005',
      address: RECIPIENTS.BTC,
      reason: 'Out of stock',
    });
    expect([refund.invoice_id, (await tidegate.refunds.get(refund.id)).reason]).toEqual([invoice.id, 'Out of stock']);
    await gateway.api.events(gateway.shop, 5);
    const types: string[] = [];
    for await (const event of tidegate.events.list({ limit: 2 })) {
      if (event.data.id === invoice.id) types.push(event.type);
      // The type says what the data is.
      if (event.type === 'invoice.done') expect(event.data.total).toBe('49.90');
    }
    expect(types).toEqual(expect.arrayContaining(['invoice.pending', 'invoice.done']));
    expect(new Set(types).size).toBe(types.length);
  });

  test('goes through a list page by page, and gives each object once while new ones come', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    const made = [];
    for (let count = 0; count < 7; count += 1) made.push((await client.invoices.create(price)).id);
    const first = await client.invoices.list({ per_page: 3 });
    expect([first.data.length, first.pagination.total]).toEqual([3, 7]);
    const seen: string[] = [];
    for await (const { id } of client.invoices.list({ per_page: 3 })) {
      seen.push(id);
      // Pushes what was last on the first page to the second one.
      if (seen.length === 2) await client.invoices.create(price);
    }
    expect(seen).toEqual(made.toReversed());
    expect(await client.invoices.list({ per_page: 2 }).toArray({ limit: 5 })).toHaveLength(5);
  });

  test('follows events until a signal ends it', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const event of client.events.follow({}, { intervalMs: 20, signal: stop.signal })) {
        if (seen.push(event.data.id) === 2) stop.abort();
      }
    })();
    const one = await client.invoices.create(price);
    const two = await client.invoices.create(price);
    await expect(following).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual([one.id, two.id]);
  });
});

test('live events of the Node SDK go on after an interruption, none lost and none twice', async () => {
  const shop = await gateway.api.merchant();
  let opened = 0;
  const cut: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const isCut = String(url).includes('/live') && opened++ === 0;
    if (!isCut || response.body === null) return response;
    const untilFirstEvent = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        controller.enqueue(bytes);
        if (Buffer.from(bytes).includes('event: invoice')) controller.terminate();
      },
    });
    return new Response(response.body.pipeThrough(untilFirstEvent));
  };
  const client = gateway.client({ ...shop.token, fetch: cut });
  const stop = new AbortController();
  const seen: string[] = [];
  let ready = () => {};
  const isOpen = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const listening = (async () => {
    for await (const event of client.events.live({ types: 'invoice.new' }, { signal: stop.signal, onOpen: ready })) {
      if (seen.push(event.data.id) === 3) stop.abort();
    }
  })();
  await isOpen;
  // The stream is cut after the first event, so that one must come alone.
  const made = [(await client.invoices.create(price)).id];
  await expect.poll(() => seen).toEqual(made);
  for (let count = 0; count < 2; count += 1) made.push((await client.invoices.create(price)).id);
  await expect(listening).rejects.toMatchObject({ name: 'AbortError' });
  expect([seen, opened]).toEqual([made, 2]);
});

test('live events of the Node SDK end when the key may not read them', async () => {
  const client = gateway.client({ secret: `tgs_${'0'.repeat(40)}` });
  const listening = (async () => {
    for await (const _ of client.events.live({ after: newId() })) return;
  })();
  await expect(listening).rejects.toBeInstanceOf(AuthenticationError);
});

describe('the Node SDK calls a gateway', () => {
  test('to check a payout before it sends one, and to refund by link', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    await fund(gateway.api.db, shop, 'BTC', 10_000_000n);
    const payout = { gate_id: 'BTC', amount: '0.0015', address: RECIPIENTS.BTC, fee_payer: 'merchant' } as const;
    expect(await client.payouts.create(payout, { validateOnly: true })).toMatchObject({ amount: '0.00150000' });
    expect(await client.payouts.list().toArray()).toEqual([]);
    const invoice = await client.invoices.create({ ...price, gate_id: 'BTC' });
    await payInFull(gateway.api.db, invoice.id);
    const link = await client.invoices.refundByLink(invoice.id, { amount: '5.00', currency: 'EUR' });
    expect([link.invoice_id, new URL(link.url).protocol]).toEqual([invoice.id, 'http:']);
    expect(await client.refunds.list().toArray()).toEqual([]);
  });

  test('for what the token may do, and in which currencies', async () => {
    const me = await tidegate.me.get();
    expect([me.mode, me.shop.profile_id, me.lastResponse.status]).toEqual(['sandbox', gateway.shop.profileId, 200]);
    expect(me.permissions).toContain('invoice_create');
    const { data } = await tidegate.currencies.list({ per_page: 100 });
    expect(data.find(({ code }) => code === 'JPY')).toEqual({ code: 'JPY', decimals: 0 });
  });

  test('for the cost of a payout, and every line of a balance', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    for (let count = 0; count < 3; count += 1) await fund(gateway.api.db, shop, 'BTC', 1_000_000n);
    const quote = await client.payouts.quote({ gate_id: 'BTC', amount: '0.0015', fee_payer: 'recipient' });
    expect(quote).toMatchObject({ gate_id: 'BTC', total: '0.00150000', problem: null });
    const balances: string[] = [];
    for await (const { balance } of client.ledgerEntries.list({ gate_id: 'BTC', limit: 1 })) balances.push(balance);
    expect(balances).toEqual(['0.01000000', '0.02000000', '0.03000000']);
  });

  test('to change an invoice and let it expire', async () => {
    const { id } = await tidegate.invoices.create({ ...price, metadata: { cart: '7' } });
    expect((await tidegate.invoices.update(id, { amount: '50', metadata: { seat: '4' } })).total).toBe('50.00');
    const expired = await tidegate.invoices.expire(id);
    expect([expired.status, expired.metadata]).toEqual(['expired', { cart: '7', seat: '4' }]);
    await expect(tidegate.invoices.complete(id)).rejects.toMatchObject({ status: 409 });
  });

  test('to keep webhook endpoints', async () => {
    const url = 'https://shop.example.com/webhooks';
    const { id, secret } = await tidegate.webhookEndpoints.create({ url, event_types: ['invoice.*'] });
    const changed = await tidegate.webhookEndpoints.update(id, { description: 'Orders' });
    expect([changed.description, changed.url]).toEqual(['Orders', url]);
    expect((await tidegate.webhookEndpoints.list()).data.map((each) => each.id)).toEqual([id]);
    expect((await tidegate.webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret);
    expect((await tidegate.webhookEndpoints.get(id)).previous_secret_until).not.toBeNull();
    await tidegate.webhookEndpoints.delete(id);
    await expect(tidegate.webhookEndpoints.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('for one event, and for only those that are still to come', async () => {
    const shop = await gateway.api.merchant();
    const client = gateway.client(shop.token);
    const old = await client.invoices.create(price);
    await gateway.api.events(shop, 1);
    const after = await client.events.latest();
    const next = await client.invoices.create(price);
    for await (const event of client.events.follow({ after }, { intervalMs: 20 })) {
      expect(event.data.id).toBe(next.id);
      expect(await client.events.get(event.id)).toEqual(event);
      break;
    }
    const first = (await client.events.list().next()).value;
    expect(first?.data.id).toBe(old.id);
  });
});

describe('errors of the Node SDK', () => {
  test('have a class, a code and the fields', async () => {
    const invalid = await refusal(tidegate.invoices.create({ amount: '1.999', currency: 'EUR' }));
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ status: 422, fields: { amount: [expect.any(String)] } });
    const missing = await refusal(tidegate.invoices.get(newId()));
    expect(missing).toBeInstanceOf(NotFoundError);
    const key = newId();
    await tidegate.invoices.create(price, { idempotencyKey: key });
    const other = await refusal(tidegate.invoices.create({ ...price, amount: '50' }, { idempotencyKey: key }));
    expect(other).toBeInstanceOf(ConflictError);
    expect(other).toMatchObject({ code: 'idempotency_mismatch', requestId: expect.any(String) });
    const stranger = gateway.client({ secret: `tgs_${'0'.repeat(40)}` });
    expect(await refusal(stranger.invoices.list())).toBeInstanceOf(AuthenticationError);
  });

  test('refuse keys and addresses of the wrong form before anything is sent', () => {
    const { key, secret } = gateway.shop.token;
    expect(() => new Tidegate({ url: gateway.url, key: 'sk_live_1', secret })).toThrow('tg_test_');
    expect(() => new Tidegate({ url: gateway.url, key, secret: key })).toThrow('tgs_');
    expect(() => new Tidegate({ url: 'pay.example.com', key, secret })).toThrow('https://');
    expect(() => new Tidegate({ url: 'http://pay.example.com', key: 'tg_live_1', secret })).toThrow('https://');
    expect(() => new Tidegate({ url: 'https://pay.example.com/api/v1', key, secret })).toThrow('no path');
  });

  test('refuse an id that would name another call', async () => {
    for (const id of ['', '../payouts', 'a/b', undefined as unknown as string]) {
      expect(() => tidegate.invoices.get(id)).toThrow('is no id');
    }
  });

  test('never show the secret, nor does the client', async () => {
    const { secret } = gateway.shop.token;
    const hidden = [secret, Buffer.from(`${gateway.shop.token.key}:${secret}`).toString('base64')];
    const failed = await refusal(tidegate.invoices.create({ amount: '-1', currency: 'EUR' }));
    const away = await refusal(gateway.client({ url: 'http://127.0.0.1:9', maxRetries: 0 }).invoices.list());
    for (const shown of [tidegate, failed, away]) {
      const text = `${inspect(shown, { depth: 20, showHidden: true })} ${JSON.stringify(shown)}`;
      for (const each of hidden) expect(text).not.toContain(each);
    }
  });
});
