import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Repeats, repeatKey } from './repeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a line that repeats is written once, then once a minute with the number of times', () => {
  const repeats = new Repeats();
  const written: number[] = [];
  const log = (key: string) => {
    if (repeats.isNew(key, (times) => written.push(times))) written.push(0);
  };
  for (let n = 0; n < 224; n += 1) log('refused');
  expect(written).toEqual([0]);
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([0, 223]);
  log('refused');
  log('another');
  expect(written).toEqual([0, 223, 0]);
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([0, 223, 0, 1]);
  // A quiet minute later the line is news again.
  vi.advanceTimersByTime(60_000);
  log('refused');
  expect(written).toEqual([0, 223, 0, 1, 0]);
});

test('what was counted is written at the end, and nothing is lost when there are too many kinds', () => {
  const repeats = new Repeats({ max: 1 });
  const written: string[] = [];
  for (const key of ['a', 'a', 'b', 'b']) {
    if (repeats.isNew(key, (times) => written.push(`${key} ${times}`))) written.push(key);
  }
  repeats.close();
  expect(written).toEqual(['a', 'b', 'b', 'a 1']);
});

test('ids and numbers do not make a line new; its topic and its error do', () => {
  const lost = (port: number) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONN' });
  const key = repeatKey([{ err: lost(5672), topic: 'workflow.start' }, 'the relay failed to deliver']);
  expect(repeatKey([{ err: lost(5673), topic: 'workflow.start' }, 'the relay failed to deliver'])).toBe(key);
  expect(repeatKey([{ err: lost(5672), topic: 'mail.send' }, 'the relay failed to deliver'])).not.toBe(key);
  expect(repeatKey([{ err: new Error('no'), topic: 'workflow.start' }, 'the relay failed to deliver'])).not.toBe(key);
  expect(repeatKey([lost(1), 'x'])).toBe(repeatKey([lost(2), 'x']));
  const id = '01890000-0000-7000-8000-000000000000';
  expect(repeatKey([`workflow ${id} failed`])).toBe(
    repeatKey(['workflow 01891234-0000-7000-8000-000000000000 failed']),
  );
});
