import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../db/database.fixture.ts';
import { watchClock } from './clock-watch.ts';

const { db } = await openTestDatabase();

test('a clock that goes wrong while the process works is noticed once, and a right one never', async () => {
  const stopping = new AbortController();
  const onWrong = vi.fn<(problem: string) => void>();
  let aheadMs = 0;
  const watching = watchClock(db, { signal: stopping.signal, onWrong, everyMs: 20, now: () => Date.now() + aheadMs });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(onWrong).not.toHaveBeenCalled();
  aheadMs = 600_000;
  await watching;
  expect(onWrong.mock.calls).toEqual([[expect.stringContaining('600 s ahead')]]);
  stopping.abort();
});
