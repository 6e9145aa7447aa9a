import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, makeShop } from '../invoices/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { requestRedelivery, WEBHOOK_TEST } from './commands.ts';
import { openDeliveries } from './deliveries.ts';

const { db } = await openTestDatabase();
await makeRates(db);

const WRONG = 'https://shop.example/wrong';
const MENDED = 'https://shop.example/hook';

let shop: TestMerchant;
beforeEach(async () => {
  shop = await makeShop(db, { profile: { notificationUrl: WRONG } });
});

/** An event that was sent once. @returns its id. */
async function sentEvent(about: { readonly type?: string; readonly entityId?: string; readonly to?: string } = {}) {
  const eventId = newId();
  const { type = 'invoice.done', entityId = newId(), to = null } = about;
  const sql = `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, '{}')`;
  await execute(db, sql, [eventId, shop.profileId, type, entityId]);
  await openDeliveries(db, [{ eventId, url: to }]);
  return eventId;
}

const setProfileUrl = (url: string | null) =>
  execute(db, 'UPDATE profile SET notification_url = $2 WHERE id = $1', [shop.profileId, url]);

/** Where it is said to go, and where it goes. */
async function sendAgain(eventId: string) {
  const requested = await inTransaction(db, (tx) =>
    requestRedelivery(tx, { profileId: shop.profileId, deliveryId: eventId }),
  );
  const [[opened] = []] = await openDeliveries(db, [{ eventId, url: null }]);
  expect(opened).toMatchObject({ url: requested.url, status: 'pending' });
  return requested.url;
}

it('what is sent again by hand goes to where the profile says now', async () => {
  const eventId = await sentEvent();
  expect(await sendAgain(eventId)).toBe(WRONG);
  await setProfileUrl(MENDED);
  expect(await openDeliveries(db, [{ eventId, url: null }])).toMatchObject([[{ url: WRONG }]]);
  expect(await sendAgain(eventId)).toBe(MENDED);
});

it('goes to where it went when the profile says nothing any more', async () => {
  const eventId = await sentEvent();
  await setProfileUrl(null);
  expect(await sendAgain(eventId)).toBe(WRONG);
});

it('goes to where its invoice says, whatever the profile says', async () => {
  const own = 'https://shop.example/own';
  const { id: entityId } = await makeInvoice(db, shop, { notificationUrl: own });
  const eventId = await sentEvent({ entityId });
  await setProfileUrl(MENDED);
  expect(await sendAgain(eventId)).toBe(own);
});

it('a test of an address stays one of that address', async () => {
  const tested = 'https://shop.example/tested';
  const eventId = await sentEvent({ type: WEBHOOK_TEST, entityId: shop.profileId, to: tested });
  await setProfileUrl(MENDED);
  expect(await sendAgain(eventId)).toBe(tested);
});
