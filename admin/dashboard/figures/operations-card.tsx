import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { OperationsSummary } from '../../../contract/dashboard.ts';
import { Money } from '../../components/money.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { axisMoney, operationsSentence } from './figure-text.ts';
import { useOperations } from './use-figures.ts';

/** The volume of the last 30 days by kind of operation. */
export function OperationsCard() {
  const query = useOperations();
  const { data } = query;
  const isEmpty = data?.operations.every(({ count, volume }) => count === 0 && Number(volume) === 0);
  return (
    <ChartCard
      title={t('figures.operations')}
      query={query}
      lines={3}
      empty={isEmpty ? t('figures.operations.empty') : undefined}
      content={
        data && {
          sentence: operationsSentence(data),
          chart: <Chart summary={data} />,
          table: <Values summary={data} />,
        }
      }
    />
  );
}

function Chart({ summary: { operations, currency } }: { summary: OperationsSummary }) {
  const { palette } = useTheme();
  return (
    <BarChart
      height={CHART_HEIGHT}
      layout="horizontal"
      hideLegend
      skipAnimation
      disableKeyboardNavigation
      grid={{ vertical: true }}
      margin={{ left: 0, right: 20, top: 4, bottom: 0 }}
      borderRadius={2}
      yAxis={[{ data: operations.map(({ kind }) => t(`figures.kind.${kind}`)), width: 104 }]}
      xAxis={[{ valueFormatter: axisMoney(currency), tickLabelMinGap: 16, tickNumber: 5 }]}
      series={[
        {
          data: operations.map(({ volume }) => Number(volume)),
          label: t('figures.operations.volume'),
          color: palette.primary.main,
          valueFormatter: (_, { dataIndex }) => formatFiat(operations[dataIndex]?.volume ?? '0', currency),
        },
      ]}
    />
  );
}

function Values({ summary: { operations, currency } }: { summary: OperationsSummary }) {
  const rows = operations.map(({ kind, count, volume, fees }) => ({
    key: kind,
    head: t(`figures.kind.${kind}`),
    cells: [
      count.toLocaleString('en'),
      <Money key="volume" amount={volume} currency={currency} />,
      <Money key="fees" amount={fees} currency={currency} />,
    ],
  }));
  const columns = (['kind', 'count', 'volume', 'fees'] as const).map((column) => t(`figures.operations.${column}`));
  return <FigureTable caption={t('figures.operations')} columns={columns} rows={rows} />;
}
