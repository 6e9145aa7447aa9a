import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { RevenueChart } from '../../../contract/dashboard.ts';
import { Money } from '../../components/money.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { decimal } from '../../invoices/decimal.ts';
import { ChartCard } from './chart-card.tsx';
import { CHART_FRAME, dayAxis } from './chart-frame.ts';
import { FigureTable } from './figure-table.tsx';
import { axisMoney, fullDay, revenueSentence, stepHeading } from './figure-text.ts';
import { RangeButtons } from './range-buttons.tsx';
import { TimeZoneNote } from './time-zone-note.tsx';
import { useRange, useRevenueChart } from './use-figures.ts';

const PARTS = ['received', 'fees', 'refunded', 'net'] as const;

/** Income from payments after fees and refunds, over time. */
export function RevenueCard() {
  const [range, setRange] = useRange('revenue');
  const query = useRevenueChart(range);
  const { data } = query;
  const title = t('figures.revenue');
  const isEmpty = data?.points.every((point) => PARTS.every((part) => decimal(point[part]).digits === 0n));
  return (
    <ChartCard
      title={title}
      aside={<RangeButtons label={title} value={range} onChange={setRange} />}
      query={query}
      lines={3}
      note={<TimeZoneNote />}
      empty={isEmpty ? t('figures.revenue.empty') : undefined}
      content={
        data && {
          sentence: revenueSentence(data),
          chart: <Chart chart={data} />,
          table: <Values chart={data} />,
        }
      }
    />
  );
}

function Chart({ chart: { points, currency, step } }: { chart: RevenueChart }) {
  const { palette } = useTheme();
  return (
    <BarChart
      {...CHART_FRAME}
      borderRadius={2}
      xAxis={[{ scaleType: 'band', ...dayAxis(points, step) }]}
      yAxis={[{ width: 64, valueFormatter: axisMoney(currency) }]}
      series={[
        {
          data: points.map(({ net }) => Number(net)),
          label: t('figures.revenue.net'),
          color: palette.primary.main,
          valueFormatter: (_, { dataIndex }) => formatFiat(points[dataIndex]?.net ?? '0', currency),
        },
      ]}
    />
  );
}

function Values({ chart: { points, currency, step } }: { chart: RevenueChart }) {
  const rows = points.toReversed().map((point) => ({
    key: point.date,
    head: fullDay(point.date),
    cells: PARTS.map((part) => <Money key={part} amount={point[part]} currency={currency} />),
  }));
  const columns = [stepHeading(step), ...PARTS.map((part) => t(`figures.revenue.${part}`))];
  return <FigureTable caption={t('figures.revenue')} columns={columns} rows={rows} />;
}
