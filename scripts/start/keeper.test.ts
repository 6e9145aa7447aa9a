import { afterEach, expect, test, vi } from 'vitest';
import type { DataFolder } from './data-folder.ts';
import { Keeper, type KeptServer } from './keeper.ts';

const remembered = { remember() {}, forget() {} } as Partial<DataFolder> as DataFolder;
afterEach(() => {
  vi.useRealTimers();
});

/** A server that ends when it is stopped. */
function server(): KeptServer & { die(): void } {
  const { promise, resolve } = Promise.withResolvers<Awaited<KeptServer['exited']>>();
  const die = () => resolve({ code: null, signal: 'SIGKILL' });
  return { pid: 1, exited: promise, die, stop: async () => die() };
}

test('one that is killed while it starts again is started once more', async () => {
  vi.useFakeTimers();
  const first = server();
  const third = server();
  const start = vi
    .fn<() => Promise<KeptServer>>()
    .mockResolvedValueOnce(first)
    .mockRejectedValueOnce(new Error('It was ended by SIGKILL before it was ready.'))
    .mockResolvedValueOnce(third);
  const onGiveUp = vi.fn();
  const keeper = new Keeper(remembered, onGiveUp);
  await keeper.keep('worker', 'program', start);
  first.die();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).toHaveBeenCalledTimes(3);
  expect(onGiveUp).not.toHaveBeenCalled();
  await keeper.stop();
});

test('one that never starts again ends the run, with the reason', async () => {
  vi.useFakeTimers();
  const first = server();
  const start = vi
    .fn<() => Promise<KeptServer>>()
    .mockResolvedValueOnce(first)
    .mockRejectedValue(new Error('No disk.'));
  const onGiveUp = vi.fn();
  await new Keeper(remembered, onGiveUp).keep('postgres', 'server', start);
  first.die();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onGiveUp).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('No disk.'));
  expect(start).toHaveBeenCalledTimes(6);
});
