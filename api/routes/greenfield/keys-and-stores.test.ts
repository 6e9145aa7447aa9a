import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { revokeShopKey } from '../../../db/greenfield/keys.ts';
import { newId } from '../../../domain/ids.ts';
import { openPlugin, startShopWithPlugin, WOO_INVOICE } from './greenfield.fixture.ts';

const { api, merchant, plugin } = await startShopWithPlugin();
afterAll(() => api.close());

const create = (as = plugin) => as.inStore({ url: '/invoices', body: WOO_INVOICE });

describe('the key', () => {
  test('is wanted as BTCPay wants it: `token`, in any case', async () => {
    const url = '/btcpay/api/v1/server/info';
    const headers = (authorization: string) => ({ authorization });
    for (const scheme of ['token', 'Token', 'TOKEN']) {
      const answer = await api.call({ url, headers: headers(`${scheme} ${plugin.key}`) });
      expect([answer.status, answer.json]).toMatchObject([200, { version: '2.4.1', fullySynched: true }]);
    }
    const wrong = [`Bearer ${plugin.key}`, plugin.key, 'token tgb_wrong', `token ${plugin.key}x`, 'Basic dTpw', ''];
    for (const authorization of wrong) {
      const { status, json } = await api.call({ url, headers: headers(authorization) });
      expect([authorization, status, json.code]).toEqual([authorization, 401, 'unauthenticated']);
      expect(Object.keys(json).sort()).toEqual(['code', 'message']);
    }
    expect((await api.call({ url, as: merchant.token })).status).toBe(401);
  });

  test('is stored as a hash, opens nothing of `/api/v1`, and stops once it is deleted', async () => {
    const own = await openPlugin(api, merchant.profileId);
    const [row] = await select<{ id: string; text: string }>(
      api.db,
      'SELECT id, greenfield_key::text AS text FROM greenfield_key ORDER BY id DESC LIMIT 1',
      [],
    );
    expect(row?.text).not.toContain(own.key.slice(4));
    const headers = { authorization: `token ${own.key}` };
    expect((await api.call({ url: '/api/v1/invoices', headers })).status).toBe(401);
    const basic = { key: own.key, secret: own.key };
    expect((await api.call({ url: '/api/v1/invoices', as: basic })).status).toBe(401);
    const key = { id: row?.id ?? '', profileId: merchant.profileId };
    await inTransaction(api.db, (tx) => revokeShopKey(tx, key));
    // A key that was right is not looked up again within a second; this one was not used before.
    expect((await own.call({ url: '/server/info' })).status).toBe(401);
  });

  test('lists exactly its permissions, each with its store', async () => {
    const { status, json } = await plugin.call({ url: '/api-keys/current' });
    expect(status).toBe(200);
    expect(json).toEqual({
      apiKey: plugin.key,
      label: 'WooCommerce',
      permissions: [
        'btcpay.store.canviewinvoices',
        'btcpay.store.cancreateinvoice',
        'btcpay.store.canmodifyinvoices',
        'btcpay.store.canviewstoresettings',
        'btcpay.store.webhooks.canmodifywebhooks',
        'btcpay.store.cancreatenonapprovedpullpayments',
      ].map((permission) => `${permission}:${plugin.store}`),
    });
  });

  test('without a permission gets a 403 that names it', async () => {
    const reader = await openPlugin(api, merchant.profileId, ['btcpay.store.canviewinvoices']);
    const { status, json } = await create(reader);
    expect([status, json]).toEqual([
      403,
      {
        code: 'missing-permission',
        message: expect.any(String),
        missingPermission: 'btcpay.store.cancreateinvoice',
      },
    ]);
    expect((await reader.inStore({ url: '/invoices' })).status).toBe(200);
    expect((await reader.call({ url: '/stores' })).json.missingPermission).toBe('btcpay.store.canviewstoresettings');
  });

  test('opens no other shop and no other mode, and says the same of a shop that does not exist', async () => {
    const stranger = await api.merchant();
    const strangers = await openPlugin(api, stranger.profileId);
    const production = await openPlugin(api, merchant.modes.production.profileId);
    const made = (await create()).json.id;
    for (const store of [stranger.profileId, merchant.modes.production.profileId, newId()]) {
      for (const url of [`/stores/${store}`, `/stores/${store}/invoices`, `/stores/${store}/invoices/${made}`]) {
        const { status, json } = await plugin.call({ url });
        expect([url, status, json.code]).toEqual([url, 403, 'missing-permission']);
      }
    }
    for (const other of [strangers, production]) {
      for (const call of [other.inStore, other.call]) {
        const { status, json } = await call({ url: `/invoices/${made}` });
        expect([status, json.code]).toEqual([404, 'invoice-not-found']);
      }
      const marked = await other.inStore({ url: `/invoices/${made}/status`, body: { status: 'Invalid' } });
      expect([marked.status, marked.json.code]).toEqual([404, 'invoice-not-found']);
    }
  });
});

describe('server and store', () => {
  test('health needs no key', async () => {
    const { status, json } = await api.call({ url: '/btcpay/api/v1/health' });
    expect([status, json]).toEqual([200, { synchronized: true }]);
  });

  test('a shop in one mode is a store', async () => {
    const { json } = await plugin.call({ url: '/stores' });
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      id: merchant.profileId,
      name: expect.any(String),
      defaultCurrency: 'EUR',
      speedPolicy: 'MediumSpeed',
      invoiceExpiration: 900,
      paymentTolerance: expect.any(Number),
    });
    expect((await plugin.inStore({ url: '' })).json).toEqual(json[0]);
  });

  test('its payment methods have the names of BTCPay 2', async () => {
    const { status, json } = await plugin.inStore({ url: '/payment-methods?includeConfig=true' });
    expect(status).toBe(200);
    expect(json).toContainEqual({ paymentMethodId: 'BTC-CHAIN', enabled: true, cryptoCode: 'BTC', config: null });
    expect(json.map(({ paymentMethodId }: { paymentMethodId: string }) => paymentMethodId)).toContain('USDT-TRC20');
  });
});
