import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { formatShortDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { euros } from '../euros.ts';

/** Profit above the line and loss below it, by day. The table beside it is what is read out. */
export default function ResultsChart({ rows }: { rows: readonly StaffTreasury['results'][number][] }) {
  const { palette } = useTheme();
  const days = rows.toSorted((one, other) => one.day.localeCompare(other.day));
  return (
    <div aria-hidden>
      <BarChart
        height={220}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
        grid={{ horizontal: true }}
        margin={{ left: 0, right: 0, top: 16, bottom: 0 }}
        xAxis={[{ data: days.map(({ day }) => day), valueFormatter: formatShortDay }]}
        yAxis={[
          {
            width: 72,
            valueFormatter: (value: number) => euros(String(value)),
            colorMap: { type: 'piecewise', thresholds: [0], colors: [palette.error.main, palette.success.main] },
          },
        ]}
        series={[
          {
            label: t('treasury.pnl'),
            // A bar needs no more than a number holds; figures are in the table.
            data: days.map(({ pnl }) => Number(pnl)),
            valueFormatter: (value) => (value === null ? '' : euros(value.toFixed(2))),
          },
        ]}
      />
    </div>
  );
}
