import { describe, expect, test } from 'vitest';
import { wakeUpMs } from './wake-up.ts';

const createdAt = new Date('2026-03-01T12:00:00Z');
const minute = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const wakeUp = (end: string, minutes: number) =>
  wakeUpMs({ id: `01a207fb-d449-768e-9086-b0ca${end}`, createdAt, expiresAt: minute(minutes) });

describe('the wake-up of an invoice that nothing has woken', () => {
  test('comes a second after the deadline at the earliest', () => {
    expect(wakeUp('00000000', 15)).toBe(minute(15).getTime() + 1_000);
  });

  test('is spread over a third of a short lifetime', () => {
    expect(wakeUp('80000000', 6)).toBe(minute(7).getTime() + 1_000);
  });

  test('is spread over five minutes at most', () => {
    const last = wakeUp('ffffffff', 24 * 60) - minute(24 * 60).getTime();
    expect(last).toBeGreaterThan(4.9 * 60_000);
    expect(last).toBeLessThanOrEqual(5 * 60_000 + 1_000);
  });
});
