import type { MovementRow } from '../../contract/history.ts';
import { GATE_IDS } from '../../domain/assets/assets.ts';
import { CoinsArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Clip } from '../components/clip.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, coinsText, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { conversionPath } from '../conversions/conversion-path.ts';
import { depositPath } from '../deposits/deposit-paths.ts';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { amountColumn, assetColumn, column, timeColumn } from '../list/columns.tsx';
import { assetFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { withdrawalPath } from '../withdrawals/withdrawal-paths.ts';
import { kindFilter } from './kind-filter.ts';

const FILTERS = [
  searchFilter({ label: 'movements.search', hint: 'events.searchHint' }),
  dateFilter(),
  kindFilter(),
  assetFilter(GATE_IDS),
];

/** Changes of the available balances, with the balance after each. */
export default function MovementList() {
  return (
    <ResourceList<MovementRow>
      resource="history/transactions"
      words="movements"
      sort={AS_THE_API}
      perPage={25}
      filters={FILTERS}
      live="grows"
      path={pathOf}
      columns={COLUMNS}
      rowKey={({ id, gate_id }) => `${id} ${gate_id}`}
      card={(row) => ({
        key: `${row.id} ${row.gate_id}`,
        primary: <What row={row} />,
        value: <Coins amount={row.amount} gateId={row.gate_id} />,
        status: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}`,
        secondary: row.value === null ? t('movements.noRate') : <Money amount={row.value} currency={row.currency} />,
        meta: t('movements.meta', { time: formatMoment(row.at), balance: coinsText(row.balance, row.gate_id) }),
      })}
      empty={
        <EmptyState
          art={<CoinsArt />}
          title={t('movements.empty.title')}
          text={t('movements.empty.text')}
          actions={<CreateInvoiceButton />}
        />
      }
    />
  );
}

const COLUMNS: readonly TableColumn<MovementRow>[] = [
  column('what', 'movements.what', (row) => <What row={row} />),
  column('reference', 'movements.reference', ({ reference }) => <Clip text={reference ?? '–'} />, {
    width: [112, 160],
    quiet: true,
  }),
  assetColumn(),
  amountColumn('amount', 'history.column.amount', { width: [136, 160] }),
  column(
    'value',
    'history.column.value',
    ({ value, currency }) => (value === null ? t('movements.noRate') : <Money amount={value} currency={currency} />),
    { width: 112, align: 'right', quiet: true, spare: true },
  ),
  amountColumn('balance', 'movements.balance', { width: [136, 160] }),
  timeColumn('at', 'movements.time', ({ at }) => at),
];

/** The reason of the change, as a link to the object's page. */
function What({ row }: { row: MovementRow }) {
  const kind = row.deposit_id && row.kind === 'settle' ? 'deposit' : row.kind;
  const words = translateOr(`movements.kind.${kind}`, row.kind.replaceAll('_', ' '));
  const to = pathOf(row);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}

function pathOf({ invoice_id, payout_id, mass_payout_id, deposit_id, ...row }: MovementRow): string | null {
  if (deposit_id) return depositPath(deposit_id);
  if (payout_id !== null) return `/payouts/details?id=${payout_id}`;
  if (mass_payout_id !== null) return `/payouts/mass-request-payout?id=${mass_payout_id}`;
  if (row.withdrawal_id !== null) return withdrawalPath(row.withdrawal_id);
  // A refund, and the conversion of a settlement, are shown with their invoice.
  if (invoice_id !== null) return invoicePath(invoice_id);
  return row.conversion_id === null ? null : conversionPath(row.conversion_id);
}
