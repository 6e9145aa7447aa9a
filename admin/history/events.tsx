import type { EventRow } from '../../api/contract/history.ts';
import { isCryptoGateId } from '../../domain/assets.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Clip } from '../components/clip.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { conversionPath } from '../conversions/conversion-path.ts';
import { depositPath } from '../deposits/deposit-paths.ts';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { withdrawalPath } from '../withdrawals/withdrawal-paths.ts';

/** What an event is about, as its type begins. */
const KINDS = ['invoice', 'deposit', 'payout', 'mass_payout', 'refund', 'conversion', 'withdrawal'] as const;
const FILTERS = [
  searchFilter({ label: 'events.search', hint: 'events.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'kinds',
    label: 'history.filter.kind',
    all: KINDS,
    wordOf: (kind: (typeof KINDS)[number]) => t(`events.kind.${kind}`),
  }),
];

/** Everything that happened, as webhooks told it. */
export default function EventList() {
  return (
    <ResourceList<EventRow>
      resource="history/events"
      words="events"
      sort={AS_THE_API}
      perPage={25}
      filters={FILTERS}
      live="grows"
      path={pathOf}
      columns={COLUMNS}
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
  { key: 'what', width: [200, 280], label: t('events.what'), cell: (row) => <What row={row} /> },
  {
    key: 'reference',
    label: t('movements.reference'),
    cell: ({ reference }) => <Clip text={reference ?? '–'} />,
    quiet: true,
  },
  {
    key: 'amount',
    width: [160, 200],
    label: t('history.column.amount'),
    align: 'right',
    cell: (row) => <Amount row={row} />,
  },
  {
    key: 'at',
    width: [116, 136],
    label: t('movements.time'),
    align: 'right',
    quiet: true,
    cell: ({ at }) => formatMoment(at),
  },
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
function What({ row }: { row: EventRow }) {
  const { type } = row;
  const [kind = type, status = ''] = type.split('.');
  const inWords = (key: string, name: string) => translateOr(key, name.replaceAll('_', ' '));
  const words = `${inWords(`events.kind.${kind}`, kind)} ${inWords(`events.status.${status}`, status)}`;
  const to = pathOf(row);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}

function pathOf({ type, entity_id: id, invoice_id: invoiceId, deposit_id: depositId }: EventRow): string | null {
  switch (type.split('.')[0]) {
    case 'invoice':
      return invoicePath(id);
    case 'deposit':
      return depositPath(id);
    case 'payout':
      return `/payouts/details?id=${id}`;
    case 'mass_payout':
      return `/payouts/mass-request-payout?id=${id}`;
    // A refund has no page of its own: its row leads to its invoice.
    case 'refund':
      return `/history?tab=refunds&search=${id}`;
    // That of a settlement or a refund is in its invoice or deposit; those made by hand have a list of their own.
    case 'conversion':
      if (depositId) return depositPath(depositId);
      return invoiceId === null ? conversionPath(id) : invoicePath(invoiceId);
    case 'withdrawal':
      return withdrawalPath(id);
    default:
      return null;
  }
}
