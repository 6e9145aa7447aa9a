import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { withHeartbeats } from './heartbeats.ts';

afterEach(() => void vi.useRealTimers());

it('an activity heartbeats as long as it runs, and no longer', async () => {
  vi.useFakeTimers();
  const environment = new MockActivityEnvironment();
  const beat = vi.fn();
  environment.on('heartbeat', beat);
  let finish = (_answer: string) => {};
  const { sign } = withHeartbeats({
    sign: (id: string) =>
      new Promise<string>((resolve) => {
        finish = (answer) => resolve(`${answer} ${id}`);
      }),
  });
  const running = environment.run(sign, 'payout');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(beat).toHaveBeenCalledTimes(2);
  finish('signed');
  expect(await running).toBe('signed payout');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(beat).toHaveBeenCalledTimes(2);
});
