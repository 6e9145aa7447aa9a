import { expect, it } from 'vitest';
import '../words.ts';
import { formatDay } from '../../i18n/format.ts';
import { sentenceOf } from './results.tsx';

it('the sentence over the results adds up exactly, and names the worst day', () => {
  const rows = [
    { day: '2026-11-24', pnl: '0.10', fees: '1.01' },
    { day: '2026-11-23', pnl: '-1250.40', fees: '0.02' },
    { day: '2026-11-22', pnl: '0.20', fees: '0.00' },
  ];
  expect(sentenceOf(rows)).toBe(
    `Result of the last 3 days: −€1,250.10, before €1.03 of trading fees. The worst day was ${formatDay('2026-11-23')} with −€1,250.40.`,
  );
});
