import { expect, test } from 'vitest';
import { isPublicSuffix } from './public-suffix.ts';

test.each(['com', 'co.uk', 'CO.UK', 'github.io', 'myshopify.com', 'com.'])('%s belongs to everybody', (domain) => {
  expect(isPublicSuffix(domain)).toBe(true);
});

test.each(['quay.com', 'shop.quay.co.uk', 'quay.github.io', 'shop.example'])('%s belongs to one', (domain) => {
  expect(isPublicSuffix(domain)).toBe(false);
});
