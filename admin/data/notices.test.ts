import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lifetimeOf, type Notice, onNextPage, withNotice } from './notices.ts';

type Told = readonly [type: Notice['type'], message: string];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = (shown: readonly Notice[], ...told: readonly Told[]) =>
  told.reduce<readonly Notice[]>((list, [type, message]) => withNotice(list, { type, message }), shown);
const words = (shown: readonly Notice[]) => shown.map((notice) => `${String(notice.message)} ${lifetimeOf(notice)}`);

it('an error stays for 6 s and the others for 3 s (spec §8), and the same words are shown once', () => {
  const shown = after([], ['error', 'Refused'], ['info', 'Copied'], ['error', 'Refused']);
  expect(words(shown)).toEqual(['Copied 3000', 'Refused 6000']);
});

it('an explicit duration counts instead, also for ever', () => {
  const lifetimes = [10_000, null].map((autoHideDuration) =>
    lifetimeOf({ type: 'info', message: 'Kept', notificationOptions: { autoHideDuration } }),
  );
  expect(lifetimes).toEqual([10_000, null]);
});

it('a success ends what was wrong before', () => {
  expect(words(after([], ['error', 'Refused'], ['warning', 'Late'], ['success', 'Saved']))).toEqual(['Saved 3000']);
});

it('the oldest leave where there would be too many', () => {
  const shown = after([], ...['a', 'b', 'c', 'd', 'e', 'f'].map((message) => ['info', message] as const));
  expect(shown.map(({ message }) => message).join('')).toBe('bcdef');
});

it('another page leaves the errors of the last one behind, not the one that says why one came', () => {
  const before = after([], ['error', 'Refused'], ['info', 'Copied']);
  vi.advanceTimersByTime(1500);
  const shown = onNextPage(after(before, ['error', 'Verify your business first']));
  expect(words(shown)).toEqual(['Copied 3000', 'Verify your business first 6000']);
});
