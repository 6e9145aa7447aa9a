import './conversion-words.ts';
import type { Conversion } from '../../contract/conversions.ts';
import { CONVERSION_TARGETS } from '../../domain/conversion/pairs.ts';
import { CoinsArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { assetFilter, dateFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { conversionPath } from './conversion-path.ts';

const FILTERS = [dateFilter(), assetFilter(CONVERSION_TARGETS)];

/** Everything that was converted by hand. */
export function ConversionList() {
  return (
    <ResourceList<Conversion>
      resource="manual-conversions"
      words="conversions"
      filters={FILTERS}
      perPage={10}
      columns={COLUMNS}
      card={toCard}
      path={({ id }) => conversionPath(id)}
      empty={<EmptyState art={<CoinsArt />} title={t('conversions.empty.title')} text={t('conversions.empty.text')} />}
    />
  );
}

function pairOf({ from, to }: Conversion): string {
  const name = (id: Conversion['from']) =>
    tickerOf(id) === 'USDT' ? `${tickerOf(id)} ${networkOf(id)}` : tickerOf(id);
  return t('conversions.pair', { from: name(from), to: name(to) });
}

const COLUMNS: readonly TableColumn<Conversion>[] = [
  {
    key: 'pair',
    label: t('conversions.column.pair'),
    cell: (row) => <RowLink to={conversionPath(row.id)}>{pairOf(row)}</RowLink>,
  },
  {
    key: 'from',
    width: [176, 200],
    label: t('conversions.column.from'),
    align: 'right',
    sortBy: 'amount_from',
    cell: ({ amount_from, from }) => <Coins amount={amount_from} gateId={from} unit="column" />,
  },
  {
    key: 'to',
    width: [176, 200],
    label: t('conversions.column.to'),
    align: 'right',
    sortBy: 'amount_to',
    cell: ({ amount_to, to }) => <Coins amount={amount_to} gateId={to} unit="column" />,
  },
  {
    key: 'rate',
    width: 200,
    label: t('conversions.column.rate'),
    align: 'right',
    spare: true,
    quiet: true,
    cell: ({ rate, to }) => coinsText(rate, to),
  },
  {
    key: 'created',
    width: [116, 136],
    label: t('conversions.column.created'),
    align: 'right',
    sortBy: 'created_at',
    quiet: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
  },
];

function toCard(row: Conversion) {
  return {
    key: row.id,
    primary: <RowLink to={conversionPath(row.id)}>{pairOf(row)}</RowLink>,
    value: <Coins amount={row.amount_to} gateId={row.to} />,
    secondary: coinsText(row.amount_from, row.from),
    meta: formatMoment(row.created_at),
  };
}
