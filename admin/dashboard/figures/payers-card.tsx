import type { OperationsSummary } from '../../../contract/dashboard.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Dash } from '../../components/dash.tsx';
import { t } from '../../i18n/translate.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { isOnSeveral, payersSentence, rate } from './figure-text.ts';
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
      tableHeight={232}
      lines={3}
      empty={data?.payers.opened === 0 ? t('figures.payers.empty') : undefined}
      content={data && { sentence: payersSentence(data), table: <Values summary={data} /> }}
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
