import { useTheme } from '@mui/material/styles';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import type { BalanceChart } from '../../../contract/dashboard.ts';
import { Money } from '../../components/money.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { decimal } from '../../invoices/decimal.ts';
import { ChartCard } from './chart-card.tsx';
import { CHART_FRAME, dayAxis } from './chart-frame.ts';
import { FigureTable } from './figure-table.tsx';
import { axisMoney, balanceSentence, fullDay, stepHeading } from './figure-text.ts';
import { RangeButtons } from './range-buttons.tsx';
import { useBalanceChart, useRange } from './use-figures.ts';

/** The value of all money of the merchant, now and over time. */
export function BalanceChartCard() {
  const [range, setRange] = useRange('balance');
  const query = useBalanceChart(range);
  const { data } = query;
  const title = t('figures.balance');
  return (
    <ChartCard
      title={title}
      aside={<RangeButtons label={title} value={range} onChange={setRange} />}
      query={query}
      empty={data?.points.every(({ value }) => isZero(value)) ? t('figures.balance.empty') : undefined}
      content={
        data && {
          sentence: balanceSentence(data),
          chart: <Chart chart={data} />,
          table: <Values chart={data} />,
        }
      }
    />
  );
}

function Chart({ chart: { points, currency, step } }: { chart: BalanceChart }) {
  const { palette } = useTheme();
  return (
    <LineChart
      {...CHART_FRAME}
      xAxis={[{ scaleType: 'point', ...dayAxis(points, step) }]}
      yAxis={[{ width: 64, valueFormatter: axisMoney(currency), domainLimit: 'nice' }]}
      series={[
        {
          // A picture needs no more than a number holds; every digit is in the table.
          data: points.map(({ value }) => Number(value)),
          label: t('figures.balance.value'),
          color: palette.primary.main,
          area: true,
          showMark: points.length <= 8,
          curve: 'linear',
          valueFormatter: (_, { dataIndex }) => formatFiat(points[dataIndex]?.value ?? '0', currency),
        },
      ]}
      sx={{ [`& .${lineClasses.area}`]: { fillOpacity: 0.12 } }}
    />
  );
}

function Values({ chart: { points, currency, step } }: { chart: BalanceChart }) {
  const rows = points.toReversed().map(({ date, value }, index) => ({
    key: date,
    head: index === 0 ? t('figures.now') : fullDay(date),
    cells: [<Money key="value" amount={value} currency={currency} />],
  }));
  return (
    <FigureTable caption={t('figures.balance')} columns={[stepHeading(step), t('figures.balance.value')]} rows={rows} />
  );
}

function isZero(value: string): boolean {
  return decimal(value).digits === 0n;
}
