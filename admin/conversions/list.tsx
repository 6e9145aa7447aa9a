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
import { column, createdColumn, linkColumn } from '../list/columns.tsx';
import { assetFilter, dateFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { rateText } from './conversion-form.ts';
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
  linkColumn('pair', 'conversions.column.pair', (row) => [conversionPath(row.id), pairOf(row)]),
  column(
    'from',
    'conversions.column.from',
    ({ amount_from, from }) => <Coins amount={amount_from} gateId={from} unit="column" />,
    { width: [176, 200], align: 'right', sortBy: 'amount_from' },
  ),
  column('to', 'conversions.column.to', ({ amount_to, to }) => <Coins amount={amount_to} gateId={to} unit="column" />, {
    width: [176, 200],
    align: 'right',
    sortBy: 'amount_to',
  }),
  column('rate', 'conversions.column.rate', ({ rate, to }) => rateText(rate, to), {
    width: 200,
    align: 'right',
    spare: true,
    quiet: true,
  }),
  createdColumn({ label: 'conversions.column.created', sortBy: 'created_at' }),
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
