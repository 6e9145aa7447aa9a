import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../domain/examples.fixture.ts';
import { Slots } from './slots.ts';

const patient = { stalledMs: 10_000, totalMs: 10_000 };

test('gives so many slots to a key, and the next one when one is freed', async () => {
  const slots = new Slots({ open: 2, waiting: 10 });
  const first = await slots.take('https://a.example', null);
  const second = await slots.take('https://a.example', null);
  expect(first && second).toBeTruthy();
  expect(await slots.take('https://a.example', null)).toBeNull();
  expect(await slots.take('https://b.example/', null)).not.toBeNull();
  const third = slots.take('https://a.example', patient);
  first?.();
  expect(await third).not.toBeNull();
  expect(await slots.take('https://a.example', null)).toBeNull();
});

test('a line that moves is waited in, one that stalls is left', async () => {
  const slots = new Slots({ open: 1, waiting: 100 });
  const wait = { stalledMs: 150, totalMs: 60_000 };
  const outcomes: boolean[] = [];
  const moving = Array.from({ length: 20 }, async () => {
    const free = await slots.take('https://a.example', wait);
    outcomes.push(free !== null);
    await new Promise((resolve) => setTimeout(resolve, 20));
    free?.();
  });
  await Promise.all(moving);
  expect(outcomes).toEqual(Array.from({ length: 20 }, () => true));

  expect(await slots.take('https://a.example', null)).not.toBeNull();
  expect(await slots.take('https://a.example', wait)).toBeNull();
});

test('what is not urgent leaves a quarter of the slots, and goes on after what is', async () => {
  const slots = new Slots({ open: 4, waiting: 10 });
  const later = await Promise.all([1, 2, 3].map(() => slots.take('https://a.example', null, 'later')));
  expect(later.every((free) => free !== null)).toBe(true);
  expect(await slots.take('https://a.example', null, 'later')).toBeNull();
  const urgent = await slots.take('https://a.example', null);
  expect(urgent).not.toBeNull();

  const order: string[] = [];
  const waits = (name: string, rank: 'first' | 'later') =>
    slots.take('https://a.example', patient, rank).then((free) => {
      order.push(name);
      return free;
    });
  const waiting = [waits('later', 'later'), waits('first', 'first')];
  later[0]?.();
  await waiting[1];
  expect(order).toEqual(['first']);
  // Four are open again: one of them has to end before the last quarter is free.
  urgent?.();
  later[1]?.();
  await waiting[0];
  expect(order).toEqual(['first', 'later']);
});

test('no line grows beyond its bound', async () => {
  const slots = new Slots({ open: 1, waiting: 1 });
  const free = await slots.take('https://a.example', null);
  const waiting = slots.take('https://a.example', patient);
  expect(await slots.take('https://a.example', patient)).toBeNull();
  free?.();
  expect(await waiting).not.toBeNull();
});

test('never exceeds the bound and never loses a slot, whatever the order', async () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(null, patient, { stalledMs: 1, totalMs: 2 })),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const slots = new Slots({ open: 3, waiting: 8 });
      let taken = 0;
      let most = 0;
      await Promise.all(
        all.map(async ([workMs, wait]) => {
          const free = await slots.take('https://a.example', wait);
          if (free === null) return;
          taken += 1;
          most = Math.max(most, taken);
          await new Promise((resolve) => setTimeout(resolve, workMs));
          taken -= 1;
          free();
        }),
      );
      expect(most).toBeLessThanOrEqual(3);
      expect(await Promise.all([1, 2, 3].map(() => slots.take('https://a.example', null)))).not.toContain(null);
    }),
    { numRuns: examples(20) },
  );
});
