import type { OperationsSummary } from '../../../contract/dashboard.ts';
import { Money } from '../../components/money.tsx';
import { t } from '../../i18n/translate.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { operationsSentence } from './figure-text.ts';
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
      isNarrow
      tableHeight={290}
      lines={3}
      empty={isEmpty ? t('figures.operations.empty') : undefined}
      content={
        data && {
          sentence: operationsSentence(data),
          table: <Values summary={data} />,
        }
      }
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
