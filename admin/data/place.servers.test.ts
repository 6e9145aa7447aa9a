import { expect, test } from 'vitest';
import { openTestApi } from '../../api/testing/open-api.fixture.ts';
import { SHOP_PATH, shopPath } from '../../domain/accounts/shop-path.ts';
import { profileOfCall } from './place.ts';

const place = { mode: 'sandbox', shopId: '01990000-0000-7000-8000-000000000001' } as const;
const api = await openTestApi();

test('every call names the shop exactly where its route takes one', () => {
  const below = '/spa/:profile/';
  const routes = api.app.routeTable.filter(({ url }) => url.startsWith(below));
  expect(routes.length).toBeGreaterThan(60);
  const wrong = routes.filter(({ url, schema }) => {
    const { properties } = (schema?.params ?? {}) as {
      readonly properties?: { readonly profile: { readonly pattern?: string } };
    };
    const isNamed = profileOfCall(place, url.slice(below.length)) === shopPath(place);
    return isNamed !== (properties?.profile.pattern === SHOP_PATH);
  });
  expect(wrong.map(({ methods, url }) => `${methods} ${url}`)).toEqual([]);
});
