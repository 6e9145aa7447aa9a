import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { OperationsSummary } from '../../../contract/dashboard.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Dash } from '../../components/dash.tsx';
import { t } from '../../i18n/translate.ts';
import { CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { coinName, isOnSeveral, payersSentence, rate } from './figure-text.ts';
import { useOperations } from './use-figures.ts';

/** How many payers choose each coin, and how many of them pay. */
export function PayersCard() {
  const query = useOperations();
  const { data } = query;
  return (
    <ChartCard
      title={t('figures.payers')}
      query={query}
      isNarrow
      lines={3}
      empty={data?.payers.opened === 0 ? t('figures.payers.empty') : undefined}
      content={
        data && { sentence: payersSentence(data), chart: <Chart summary={data} />, table: <Values summary={data} /> }
      }
    />
  );
}

function Chart({ summary: { payers } }: { summary: OperationsSummary }) {
  const { palette } = useTheme();
  return (
    <BarChart
      // Its legend is above it.
      height={CHART_HEIGHT - 28}
      layout="horizontal"
      skipAnimation
      disableKeyboardNavigation
      grid={{ vertical: true }}
      margin={{ left: 0, right: 16, top: 0, bottom: 0 }}
      borderRadius={2}
      slotProps={{ legend: { position: { vertical: 'top', horizontal: 'start' } } }}
      yAxis={[{ data: payers.gates.map(({ gate_id }) => coinName(gate_id)), width: 84 }]}
      xAxis={[{ tickMinStep: 1, tickNumber: 4, tickLabelMinGap: 16 }]}
      series={[
        { data: payers.gates.map(({ chosen }) => chosen), label: t('figures.payers.chosen'), color: palette.meterRest },
        { data: payers.gates.map(({ paid }) => paid), label: t('figures.payers.paid'), color: palette.success.main },
      ]}
    />
  );
}

function Values({ summary: { payers } }: { summary: OperationsSummary }) {
  const rowOf = ({ chosen, paid }: { readonly chosen: number; readonly paid: number }) => {
    const percent = rate(paid, chosen);
    return [
      chosen.toLocaleString('en'),
      paid.toLocaleString('en'),
      percent === undefined ? <Dash key="rate" /> : `${percent}%`,
    ];
  };
  const rows = [
    ...payers.gates.map((gate) => ({
      key: gate.gate_id,
      head: <AssetLabel gateId={gate.gate_id} network={isOnSeveral(gate.gate_id)} />,
      cells: rowOf(gate),
    })),
    { key: 'all', head: t('figures.payers.all'), cells: rowOf(payers) },
  ];
  const columns = (['gate', 'chosen', 'paid', 'rate'] as const).map((column) => t(`figures.payers.${column}`));
  return <FigureTable caption={t('figures.payers')} columns={columns} rows={rows} />;
}
