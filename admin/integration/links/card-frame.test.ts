import { expect, test } from 'vitest';
import { cardPurchase } from './card-frame.ts';

test('a shop gets a link for everybody and a frame that its own pages may show', () => {
  const { link, frame } = cardPurchase('https://pay.example.com', '0199a5f2-7c4e-7b02-8204-18c3a9d0e5aa');
  expect(link).toBe('https://pay.example.com/card-payment/shop/0199a5f2-7c4e-7b02-8204-18c3a9d0e5aa');
  expect(frame).toContain('src="https://pay.example.com/onramp-iframe?shop=0199a5f2-7c4e-7b02-8204-18c3a9d0e5aa"');
  expect(frame).toMatch(/^<iframe [^<>]*title="[^"]+"[^<>]*><\/iframe>$/);
});
