import type { EventRow } from '../../api/contract/history.ts';
import { isCryptoGateId } from '../../domain/assets.ts';
import { ReceiptArt } from '../components/art.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { EVENT_KINDS } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';

/** Everything that happened, as webhooks told it. */
export function EventList() {
  return (
    <HistoryList<EventRow>
      path="/history/events"
      narrows={['search', 'date']}
      kinds={{ all: EVENT_KINDS, wordOf: (kind) => t(`events.kind.${kind}`) }}
      words={{
        title: t('events.title'),
        search: t('events.search'),
        searchHint: t('events.searchHint'),
        count: (count) => t('events.count', { smart_count: count }),
        fresh: (count) => t('events.fresh', { smart_count: count }),
        loading: t('events.loading'),
        error: t('events.error'),
        none: t('events.none'),
      }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: <What row={row} />,
        value: <Amount row={row} />,
        status: row.reference ?? '',
        meta: formatMoment(row.at),
      })}
      empty={
        <EmptyState
          art={<ReceiptArt />}
          title={t('events.empty.title')}
          text={t('events.empty.text')}
          actions={<CreateInvoiceButton />}
        />
      }
    />
  );
}

const COLUMNS: readonly TableColumn<EventRow>[] = [
  { key: 'what', label: t('events.what'), cell: (row) => <What row={row} /> },
  { key: 'reference', label: t('movements.reference'), cell: ({ reference }) => reference ?? '–', quiet: true },
  { key: 'amount', label: t('history.column.amount'), align: 'right', cell: (row) => <Amount row={row} /> },
  { key: 'at', label: t('movements.time'), align: 'right', quiet: true, cell: ({ at }) => formatMoment(at) },
];

function Amount({ row: { amount, currency } }: { row: EventRow }) {
  if (amount === null || currency === null) return '–';
  return isCryptoGateId(currency) ? (
    <Coins amount={amount} gateId={currency} />
  ) : (
    <Money amount={amount} currency={currency} />
  );
}

/** `invoice.partially_paid` as `Invoice partially paid`, a link to the thing itself. */
function What({ row: { type, entity_id: id } }: { row: EventRow }) {
  const [kind = type, status = ''] = type.split('.');
  const inWords = (key: string, name: string) => translateOr(key, name.replaceAll('_', ' '));
  const words = `${inWords(`events.kind.${kind}`, kind)} ${inWords(`events.status.${status}`, status)}`;
  const to = pathOf(kind, id);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}

function pathOf(kind: string, id: string): string | null {
  switch (kind) {
    case 'invoice':
      return `/history/details?id=${id}`;
    case 'payout':
      return `/payouts/details?id=${id}`;
    case 'mass_payout':
      return `/payouts/mass-request-payout?id=${id}`;
    // A refund has no page of its own: its row leads to its invoice.
    case 'refund':
      return `/history?tab=refunds&search=${id}`;
    default:
      return null;
  }
}
