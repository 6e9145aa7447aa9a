import { describe, expect, it } from 'vitest';
import { again, againWhenDue, lastTriedMs, pauseMs } from './backoff.ts';
import { actWhenDue, firstDue } from './waits.ts';

const NOW_MS = 1_000_000;
const tried = (tries: number, trouble: string | null = null) => ({ tries, triedAtMs: NOW_MS, trouble });
const act = { kind: 'act', act: 'send', message: 'Sends it.' };
const wait = (untilMs: number, message: string) => ({ kind: 'wait', untilMs, message });

describe('a step that is due', () => {
  const due = { untilMs: NOW_MS, act: 'send', message: 'Sends it.' };

  it('is waited for, and then done', () => {
    expect(actWhenDue(due, NOW_MS - 1)).toEqual(wait(NOW_MS, 'Sends it.'));
    expect(actWhenDue(due, NOW_MS)).toEqual(act);
  });

  it('is the earliest of several', () => {
    const all = [
      [NOW_MS + 2, 'late'],
      [NOW_MS, 'send'],
      [Number.POSITIVE_INFINITY, 'never'],
    ] as const;
    expect(firstDue(NOW_MS - 1, 'Sends it.', all)).toEqual(wait(NOW_MS, 'Sends it.'));
    expect(firstDue(NOW_MS, 'Sends it.', all)).toEqual(act);
  });

  it('is repeated after a pause once it moved nothing', () => {
    expect(againWhenDue(tried(1), NOW_MS - 1, due)).toEqual(wait(NOW_MS, 'Sends it.'));
    expect(againWhenDue(tried(0), NOW_MS, due)).toEqual(act);
    expect(againWhenDue(tried(1), NOW_MS, due)).toMatchObject({ untilMs: NOW_MS + 1_000 });
  });
});

describe('tries that move nothing', () => {
  it('pause for a second, then twice as long each time, five minutes at most', () => {
    expect([1, 2, 3, 9, 10, 5_000].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });

  it('say how often, and what kept them', () => {
    const message = (tries: number, trouble?: string) => again(tried(tries, trouble), NOW_MS, act).message;
    expect(message(0)).toBe('Sends it.');
    expect(message(1)).toBe('Sends it. Tried once; trying again.');
    expect(message(2, 'No answer.')).toBe('Sends it. No answer. Tried twice; trying again.');
    expect(message(3)).toBe('Sends it. Tried 3 times; trying again.');
    expect(again(tried(3), NOW_MS + 4_000, act)).toEqual(act);
  });

  it('were last when the last one ended, or when the process reached its present state', () => {
    expect(lastTriedMs({ sinceMs: 1, tries: 0, triedAtMs: 7 })).toBe(1);
    expect(lastTriedMs({ sinceMs: 1, tries: 1, triedAtMs: 7 })).toBe(7);
  });
});
