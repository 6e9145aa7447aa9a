import type { BalanceChart } from '../../../contract/dashboard.ts';
import { CHART_HEIGHT } from './chart-card.tsx';
import { axisDay, fullDay } from './figure-text.ts';

/**
 * Settings shared by all charts over time. Screen readers and keyboard users use the sentence and the table beside
 * them.
 */
export const CHART_FRAME = {
  height: CHART_HEIGHT,
  hideLegend: true,
  skipAnimation: true,
  disableKeyboardNavigation: true,
  grid: { horizontal: true },
  margin: { left: 0, right: 24, top: 12, bottom: 0 },
} as const;

/** The axis of days: short at its ticks, in full where a point is shown. */
export function dayAxis(points: readonly { readonly date: string }[], step: BalanceChart['step']) {
  return {
    data: points.map(({ date }) => date),
    valueFormatter: (day: string, { location }: { readonly location: string }) =>
      location === 'tick' ? axisDay(day, step) : fullDay(day),
    tickLabelMinGap: 24,
  };
}
