import { until } from './until.ts';

const DAY_MS = 86_400_000;
/** Longer than a test takes on a busy machine. */
const ENOUGH_MS = 90_000;

/**
 * The present day in UTC, as `2026-11-24`, for tests of what the clock of the machine decides. Just before midnight it
 * waits for the next one, so that a test ends on the day on which it began.
 */
export async function today(nowMs: () => number = Date.now): Promise<string> {
  await until(async () => DAY_MS - (nowMs() % DAY_MS) > ENOUGH_MS, 'the next day begins', ENOUGH_MS + 30_000);
  return new Date(nowMs()).toISOString().slice(0, 10);
}
