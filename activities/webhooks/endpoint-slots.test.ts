import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EndpointSlots } from './endpoint-slots.ts';

test('gives so many slots to an origin, and the next one when one is freed', async () => {
  const slots = new EndpointSlots(2);
  const first = await slots.take('https://a.example/x', 0);
  const second = await slots.take('https://a.example/y', 0);
  expect(first && second).toBeTruthy();
  expect(await slots.take('https://a.example/z', 0)).toBeNull();
  expect(await slots.take('https://b.example/', 0)).not.toBeNull();
  const third = slots.take('https://a.example/z', 10_000);
  first?.();
  expect(await third).not.toBeNull();
  expect(await slots.take('https://a.example/z', 0)).toBeNull();
});

test('never exceeds the bound and never loses a slot, whatever the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 30 }),
      async (steps) => {
        const slots = new EndpointSlots(3);
        let taken = 0;
        let most = 0;
        await Promise.all(
          steps.map(async ([workMs, patient]) => {
            const free = await slots.take('https://a.example', patient ? 5_000 : 0);
            if (free === null) return;
            taken += 1;
            most = Math.max(most, taken);
            await new Promise((resolve) => setTimeout(resolve, workMs));
            taken -= 1;
            free();
          }),
        );
        expect(most).toBeLessThanOrEqual(3);
        const all = await Promise.all([1, 2, 3].map(() => slots.take('https://a.example', 0)));
        expect(all).not.toContain(null);
      },
    ),
    { numRuns: 20 },
  );
});
