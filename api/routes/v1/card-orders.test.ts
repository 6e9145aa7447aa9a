import { beforeAll, expect, test } from 'vitest';
import { cardDesk } from '../../../db/card-orders/testing.fixture.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import type { TokenPermission } from '../../../domain/accounts/permissions.ts';
import { until } from '../../../scripts/testing/until.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let desk: ReturnType<typeof cardDesk>;

const api = await openTestApi();
beforeAll(() => {
  desk = cardDesk(api.db);
});

const read = (shop: Pick<TestMerchant, 'token'>, path: string) => api.call({ url: `/api/v1/${path}`, as: shop.token });

const tokenWith = (shop: TestMerchant, ...permissions: TokenPermission[]) =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, {
      profileId: shop.profileId,
      mode: shop.mode,
      name: 'Narrow',
      createdBy: shop.user.id,
      permissions,
    }),
  );

test('a shop lists and reads its purchases by card, and no drafts', async () => {
  const shop = await api.merchant();
  const sending = await desk.sending(shop);
  const delivered = await desk.delivered(shop);
  const { row: draft } = await desk.draft(shop);
  const ids = async (query = '') =>
    (await read(shop, `card-orders${query}`)).json.data.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual([delivered, sending.id]);
  expect(await ids('?status=sending')).toEqual([sending.id]);
  expect(await ids(`?search=${sending.txid}`)).toEqual([sending.id]);
  expect((await read(shop, 'card-orders?status=draft')).status).toBe(422);
  expect((await read(shop, `card-orders/${draft.id}`)).status).toBe(404);
  const { json, text } = await read(shop, `card-orders/${delivered}`);
  expect(json.data).toMatchObject({
    id: delivered,
    status: 'delivered',
    fiat_amount: '100.00',
    crypto_amount: '0.50000000',
    customer_email: `${delivered.slice(0, 1)}•••@payer.test`,
    earnings: '1.00',
    earnings_status: 'pending',
  });
  expect(text).not.toMatch(/partner|secret|checkout|needs_operator/);
});

test('an event of a purchase has the same body as the purchase, for tokens that read invoices', async () => {
  const shop = await api.merchant();
  const id = await desk.delivered(shop);
  const events = () => read(shop, 'events?types=card_order.delivered');
  await until(async () => (await events()).json.data.length === 1, 'the event is visible');
  const [event] = (await events()).json.data;
  expect(event.data).toEqual((await read(shop, `card-orders/${id}`)).json.data);
  const narrow = { token: await tokenWith(shop, 'order_status') };
  for (const path of ['card-orders', `card-orders/${id}`, 'events?types=card_order.*']) {
    expect((await read(narrow, path)).status, path).toBe(403);
  }
  expect((await read(narrow, 'events')).json.data).toEqual([]);
});

test('purchases are events of the history, with what the card was charged', async () => {
  const shop = await api.merchant();
  const id = await desk.delivered(shop, { gateId: 'LTC', fiatMinor: 25_000n });
  const { json } = await (await api.signIn(shop))({ url: '/spa/sandbox/history/events?kinds=card_order' });
  expect(json.data[0]).toMatchObject({
    type: 'card_order.delivered',
    entity_id: id,
    amount: '250.00',
    currency: 'EUR',
  });
});
