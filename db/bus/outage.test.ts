import { expect, test } from 'vitest';
import { Outages } from './outage.ts';

test('an outage is over soon after the last message had to wait, also if other processes send the rest', () => {
  const outages = new Outages();
  expect(outages.areOpen(0)).toBe(false);
  outages.wait('event.invoice.done', 1_000);
  outages.wait('event.invoice.done', 6_000);
  expect(outages.areOpen(15_999)).toBe(true);
  expect(outages.areOpen(16_000)).toBe(false);
});
