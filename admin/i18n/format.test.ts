import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  clipMiddle,
  dateLocale,
  formatBytes,
  formatCoins,
  formatDecimal,
  formatDuration,
  formatFiat,
} from './format.ts';

describe('amounts', () => {
  it('keep every digit and group thousands', () => {
    expect(formatDecimal('1234567.000000000000000001')).toBe('1,234,567.000000000000000001');
    expect(formatDecimal('999')).toBe('999');
    expect(formatDecimal('90071992547409931')).toBe('90,071,992,547,409,931');
  });

  it('have a true minus, and a plus on request', () => {
    expect(formatDecimal('-2000.00')).toBe('−2,000.00');
    expect(formatDecimal('140.22', { signed: true })).toBe('+140.22');
  });

  it('are shown as they came where they are no decimals', () => {
    expect(formatDecimal('n/a')).toBe('n/a');
  });

  it('of fiat have the sign of the currency before the number', () => {
    expect(formatFiat('1204.50', 'EUR')).toBe('€1,204.50');
    expect(formatFiat('-12.00', 'EUR')).toBe('−€12.00');
    expect(formatFiat('12.00', 'CHF')).toBe('CHF 12.00');
    expect(formatFiat('12.00', '??')).toBe('?? 12.00');
  });

  it('of coins lose noughts beyond the usual places, and no other digit', () => {
    expect(formatCoins('1.960000000000000000', 8)).toBe('1.96000000');
    expect(formatCoins('1.960000000000000001', 8)).toBe('1.960000000000000001');
    expect(formatCoins('0.00310000', 8)).toBe('0.00310000');
    expect(formatCoins('5', 8)).toBe('5.00000000');
    expect(formatCoins('0.5', 6)).toBe('0.500000');
    expect(formatCoins('5', 0)).toBe('5');
    expect(formatCoins('n/a', 8)).toBe('n/a');
    expect(formatCoins('-1.500000000000', 6)).toBe('−1.500000');
  });
});

it.each([
  [['en-US', 'en'], 'Nov 20, 2026, 2:41 PM'],
  [['en-GB'], '20 Nov 2026, 14:41'],
  [['de-DE', 'de', 'en-US', 'en'], '20 Nov 2026, 14:41'],
  [['pt'], 'Nov'],
  [[], 'Nov 20, 2026'],
  [['not a locale'], 'Nov 20, 2026'],
])('dates of a reader of %j are in English, as their region writes them', (languages, text) => {
  const moment = new Intl.DateTimeFormat(dateLocale(languages), { dateStyle: 'medium', timeStyle: 'short' });
  expect(moment.format(new Date(2026, 10, 20, 14, 41)).replaceAll('\u202f', ' ')).toContain(text);
});

it('shows sizes in the unit that fits, never as zero', () => {
  expect(formatBytes(1)).toBe('1 KB');
  expect(formatBytes(32_000)).toBe('32 KB');
  expect(formatBytes(1_500_000)).toBe('1.4 MB');
});

it('tells durations in the unit that fits', () => {
  expect(formatDuration(188)).toBe('188 ms');
  expect(formatDuration(1240)).toBe('1.2 s');
});

it('clips only what is longer than head and tail', () => {
  expect(clipMiddle('7c1e0b94d3f25a6688c07be1a94d20f3')).toBe('7c1e0b94d3f2…a94d20f3');
  expect(clipMiddle('short')).toBe('short');
});

it('a day without a time is the same day for readers west of Greenwich, a moment is on theirs', async () => {
  const script = `import { formatDay, formatShortDay } from '${join(import.meta.dirname, 'format.ts')}';
    const days = [formatDay('1990-05-01'), formatShortDay('1990-05-01'), formatDay('1990-05-01T01:00:00.000Z')];
    console.log(days.join());`;
  // A zone is of a whole process.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TZ: 'America/New_York' },
  });
  expect(stdout.match(/\d+ May|May \d+|\d+ April|April \d+/g)?.map((day) => day.match(/\d+/)?.[0])).toEqual([
    '1',
    '1',
    '30',
  ]);
});
