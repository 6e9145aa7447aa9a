import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveErrorsBehind, toastError, toastInfo, toastSuccess, toasts } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
});
afterEach(() => vi.useRealTimers());

const shown = () => toasts.get().map(({ text, lifetimeMs }) => `${text} ${lifetimeMs}`);

it('an error stays 6 s and the others 3 s (spec §8), and the same words stand once', () => {
  toastError('Refused');
  toastInfo('Copied');
  toastError('Refused');
  expect(shown()).toEqual(['Copied 3000', 'Refused 6000']);
});

it('a success ends what was wrong before', () => {
  toastError('Refused');
  toastSuccess('Saved');
  expect(shown()).toEqual(['Saved 3000']);
});

it('another page leaves the errors of the last one behind, not the one that says why one came', () => {
  toastError('Refused');
  toastInfo('Copied');
  vi.advanceTimersByTime(1500);
  toastError('Verify your business first');
  leaveErrorsBehind();
  expect(shown()).toEqual(['Copied 3000', 'Verify your business first 6000']);
});
