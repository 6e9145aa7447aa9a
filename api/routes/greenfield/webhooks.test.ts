import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { type TestMerchant, testBox } from '../../../db/testing.fixture.ts';
import { openEndpointSecrets } from '../../../db/webhooks/endpoint-secrets.ts';
import { createEndpoint } from '../../../db/webhooks/endpoints.ts';
import { newId } from '../../../domain/ids.ts';
import type { EndpointId } from '../../../domain/webhooks/endpoint.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { openPlugin, type TestPlugin } from './greenfield.fixture.ts';

let merchant: TestMerchant;
let plugin: TestPlugin;

const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '100000' } });

const URL_OF_SHOP = 'https://shop.test/?wc-api=btcpaygf_default';
const WOO = {
  enabled: true,
  automaticRedelivery: true,
  url: URL_OF_SHOP,
  authorizedEvents: {
    everything: false,
    specificEvents: ['InvoiceReceivedPayment', 'InvoicePaymentSettled', 'InvoiceProcessing', 'InvoiceSettled'],
  },
  secret: null,
};

async function fresh(): Promise<void> {
  merchant = await api.merchant();
  plugin = await openPlugin(api, merchant.profileId);
}

async function secretOf(id: string): Promise<string | undefined> {
  const [row] = await select<{ current: Buffer }>(
    api.db,
    'SELECT secret_sealed AS current FROM webhook_endpoint WHERE id = $1',
    [id],
  );
  if (row === undefined) return undefined;
  return openEndpointSecrets(testBox, id as EndpointId, { ...row, previous: null })[0];
}

describe('webhooks of plugins', () => {
  test('are made as WooCommerce asks; the secret is shown once', async () => {
    await fresh();
    const { status, json } = await plugin.inStore({ url: '/webhooks', body: WOO });
    const { secret, ...made } = json;
    expect([status, made]).toEqual([
      200,
      {
        id: expect.any(String),
        enabled: true,
        automaticRedelivery: true,
        url: URL_OF_SHOP,
        authorizedEvents: WOO.authorizedEvents,
      },
    ]);
    expect(secret).toBe(await secretOf(made.id));
    expect((await plugin.inStore({ url: '/webhooks' })).json).toEqual([made]);
    for (const answer of [
      await plugin.inStore({ url: `/webhooks/${made.id}` }),
      await plugin.call({ url: `/webhooks/${made.id}` }),
    ]) {
      expect([answer.status, answer.json]).toEqual([200, made]);
    }
  });

  test('need nothing but an address, as Shopware sends it, and may bring a secret', async () => {
    await fresh();
    const bare = await plugin.inStore({ url: '/webhooks', body: { url: URL_OF_SHOP } });
    expect([bare.status, bare.json]).toMatchObject([
      200,
      { enabled: true, automaticRedelivery: true, authorizedEvents: { everything: true, specificEvents: [] } },
    ]);
    const own = await plugin.inStore({ url: '/webhooks', body: { url: URL_OF_SHOP, secret: 'mine', enabled: false } });
    expect([own.json.secret, own.json.enabled, await secretOf(own.json.id)]).toEqual(['mine', false, 'mine']);
  });

  test('a change without a secret, or with null, keeps it; one with a secret replaces it', async () => {
    await fresh();
    const { id, secret } = (await plugin.inStore({ url: '/webhooks', body: WOO })).json;
    const url = 'https://shop.test/other';
    const changed = await plugin.inStore({ url: `/webhooks/${id}`, method: 'PUT', body: { ...WOO, url } });
    expect([changed.status, changed.json.url, changed.json.secret]).toEqual([200, url, undefined]);
    expect(await secretOf(id)).toBe(secret);
    await plugin.inStore({ url: `/webhooks/${id}`, method: 'PUT', body: { secret: 'new', enabled: false } });
    expect(await secretOf(id)).toBe('new');
    expect((await plugin.inStore({ url: `/webhooks/${id}` })).json).toMatchObject({
      url,
      enabled: false,
      authorizedEvents: WOO.authorizedEvents,
    });
  });

  test('are gone when they are removed', async () => {
    await fresh();
    const { id } = (await plugin.inStore({ url: '/webhooks', body: WOO })).json;
    expect((await plugin.inStore({ url: `/webhooks/${id}`, method: 'DELETE' })).status).toBe(200);
    const gone = await plugin.inStore({ url: `/webhooks/${id}` });
    expect([gone.status, gone.json.code]).toEqual([404, 'webhook-not-found']);
  });

  test.each([
    ['no address', {}, 'url'],
    ['an address that is none', { url: 'ftp://shop.test' }, 'url'],
    ['an address with a user', { url: 'https://u:p@shop.test' }, 'url'],
    ['a secret without end', { url: URL_OF_SHOP, secret: 'x'.repeat(300) }, 'secret'],
    [
      'events that never come',
      { url: URL_OF_SHOP, authorizedEvents: { everything: false, specificEvents: ['PayoutCreated'] } },
      'authorizedEvents.specificEvents',
    ],
  ])('are refused with %s', async (_, body, path) => {
    await fresh();
    const { status, json } = await plugin.inStore({ url: '/webhooks', body });
    expect([status, json[0].path]).toEqual([422, path]);
  });

  test('are found by nobody else, and a plugin finds no endpoint that is not one', async () => {
    await fresh();
    const { id } = (await plugin.inStore({ url: '/webhooks', body: WOO })).json;
    const stranger = await openPlugin(api, (await api.merchant()).profileId);
    const own = await inTransaction(api.db, (tx) =>
      createEndpoint(tx, testBox, {
        profileId: merchant.profileId,
        url: URL_OF_SHOP,
        description: null,
        eventTypes: ['invoice.*'],
      }),
    );
    for (const [as, wanted] of [
      [stranger, id],
      [plugin, own.endpoint.id],
      [plugin, newId()],
    ] as const) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const answer = await as.call({
          url: `/webhooks/${wanted}`,
          method,
          ...(method === 'PUT' ? { body: WOO } : {}),
        });
        expect([method, answer.status, answer.json.code]).toEqual([method, 404, 'webhook-not-found']);
      }
    }
    expect((await plugin.inStore({ url: '/webhooks' })).json).toHaveLength(1);
  });

  test('no plugin can fill the list', async () => {
    await fresh();
    const made = [];
    for (let n = 0; n < 20; n += 1) made.push(await plugin.inStore({ url: '/webhooks', body: WOO }));
    const refused = made.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ status: 400, json: { code: 'conflict' } });
  });

  test('deliveries are listed and sent again', async () => {
    await fresh();
    const { id } = (await plugin.inStore({ url: '/webhooks', body: WOO })).json;
    const other = (await plugin.inStore({ url: '/webhooks', body: WOO })).json.id;
    const delivery = newId();
    await select(
      api.db,
      `INSERT INTO webhook_delivery (event_id, source_event_id, endpoint_id, profile_id, type, url, status)
       VALUES ($1, $2, $3, $4, 'invoice.done', $5, 'failed') RETURNING 1`,
      [delivery, newId(), id, merchant.profileId, URL_OF_SHOP],
    );
    const listed = await plugin.inStore({ url: `/webhooks/${id}/deliveries` });
    expect([listed.status, listed.json]).toEqual([
      200,
      [{ id: delivery, timestamp: expect.any(Number), httpCode: null, errorMessage: null, status: 'Failed' }],
    ]);
    const again = await plugin.inStore({ url: `/webhooks/${id}/deliveries/${delivery}/redeliver`, method: 'POST' });
    expect([again.status, again.json]).toEqual([200, delivery]);
    const wrong = await plugin.inStore({ url: `/webhooks/${other}/deliveries/${delivery}/redeliver`, method: 'POST' });
    expect([wrong.status, wrong.json.code]).toEqual([404, 'webhook-not-found']);
  });
});
