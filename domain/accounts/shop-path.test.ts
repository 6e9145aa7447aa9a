import { expect, test } from 'vitest';
import { readShopPath, SHOP_PATH, shopPath } from './shop-path.ts';

const shopId = '01990000-0000-7000-8000-000000000001';

test('the first shop is named by its mode alone, others by mode and id', () => {
  expect(shopPath({ mode: 'production', shopId: null })).toBe('production');
  expect(shopPath({ mode: 'sandbox', shopId })).toBe(`sandbox:${shopId}`);
  expect(readShopPath('production')).toEqual({ mode: 'production', shopId: null });
  expect(readShopPath(`sandbox:${shopId}`)).toEqual({ mode: 'sandbox', shopId });
});

test.each([
  '',
  'live',
  'sandbox:',
  'sandbox:1',
  `sandbox:${shopId}x`,
  `sandbox:${shopId}:${shopId}`,
  shopId,
  'sandbox\n',
])('the path %j is refused', (path) => expect(path).not.toMatch(new RegExp(SHOP_PATH)));

test('what is written matches the pattern', () => {
  expect(shopPath({ mode: 'sandbox', shopId })).toMatch(new RegExp(SHOP_PATH));
});
