import { useQuery } from '@tanstack/react-query';
import type { StaffTreasury } from '../../api/contract/staff-treasury.ts';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Rows, type RowsProps } from '../components/rows.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { HedgeStops } from './hedge-stops.tsx';
import { staffData } from './staff-call.ts';

type Of<Name extends 'positions' | 'exchanges' | 'orders' | 'results'> = StaffTreasury[Name][number] & {
  readonly mode: StaffTreasury['mode'];
};

/** `/compliance/treasury`: what conversions left, how it is hedged, what exchanges hold, and the results by day. */
export default function TreasuryPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'treasury'],
    queryFn: () => staffData<StaffTreasury[]>('/staff/treasury'),
    refetchInterval: 5_000,
  });
  return (
    <Page>
      <PageHead title={t('treasury.title')} sub={t('treasury.sub')} />
      {!data &&
        (error ? (
          <ListError title={t('staff.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <ListLoading label={t('staff.loading')} rows={6} />
        ))}
      {data && (
        <>
          <Positions rows={rowsOf(data, 'positions')} />
          <HedgeStops modes={data} />
          <Exchanges rows={rowsOf(data, 'exchanges')} />
          <Orders rows={rowsOf(data, 'orders')} />
          <Results rows={rowsOf(data, 'results')} />
        </>
      )}
    </Page>
  );
}

/** The rows of both modes, production first. */
function rowsOf<Name extends 'positions' | 'exchanges' | 'orders' | 'results'>(
  modes: readonly StaffTreasury[],
  name: Name,
): Of<Name>[] {
  return modes
    .toSorted((a, b) => a.mode.localeCompare(b.mode))
    .flatMap(({ mode, [name]: rows }) => rows.map((row) => ({ ...row, mode }) as Of<Name>));
}

/** A card of rows, or a sentence when there are none. */
function RowsCard<Row>({ none, ...rows }: RowsProps<Row> & { none: string }) {
  return <Card title={rows.caption}>{rows.rows.length === 0 ? <CardBody>{none}</CardBody> : <Rows {...rows} />}</Card>;
}

function Positions({ rows }: { rows: readonly Of<'positions'>[] }) {
  const columns: readonly TableColumn<Of<'positions'>>[] = [
    { key: 'asset', label: t('treasury.asset'), cell: ({ asset }) => asset },
    { key: 'mode', label: t('treasury.mode'), cell: ({ mode }) => modeWord(mode), quiet: true },
    { key: 'since', label: t('treasury.since'), cell: ({ since }) => momentOf(since), quiet: true },
    { key: 'threshold', label: t('treasury.threshold'), cell: (row) => euros(row.threshold), align: 'right' },
    { key: 'limit', label: t('treasury.limit'), cell: ({ position }) => euros(position), align: 'right' },
    { key: 'value', label: t('treasury.value'), cell: ({ value }) => euros(value), align: 'right' },
    { key: 'amount', label: t('treasury.amount'), cell: ({ amount }) => amount, align: 'right' },
  ];
  return (
    <RowsCard
      caption={t('treasury.positions')}
      none={t('treasury.positions.none')}
      columns={columns}
      rows={rows}
      rowKey={({ mode, asset }) => `${mode}:${asset}`}
      card={(row) => ({
        key: `${row.mode}:${row.asset}`,
        primary: row.asset,
        value: row.amount,
        status: euros(row.value),
        secondary: modeWord(row.mode),
        meta: momentOf(row.since),
      })}
    />
  );
}

function Exchanges({ rows }: { rows: readonly Of<'exchanges'>[] }) {
  const keyOf = ({ mode, exchange, currency }: Of<'exchanges'>) => `${mode}:${exchange}:${currency}`;
  const columns: readonly TableColumn<Of<'exchanges'>>[] = [
    { key: 'exchange', label: t('treasury.exchange'), cell: ({ exchange }) => exchange },
    { key: 'mode', label: t('treasury.mode'), cell: ({ mode }) => modeWord(mode), quiet: true },
    { key: 'verdict', label: t('treasury.verdict'), cell: (row) => <Verdict of={row} /> },
    { key: 'at', label: t('treasury.compared'), cell: (row) => formatMoment(row.checked_at), quiet: true },
    { key: 'books', label: t('treasury.books'), cell: ({ books }) => books, align: 'right', spare: true },
    { key: 'held', label: t('treasury.held'), cell: ({ held, currency }) => `${held} ${currency}`, align: 'right' },
  ];
  return (
    <RowsCard
      caption={t('treasury.exchanges')}
      none={t('treasury.exchanges.none')}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      card={(row) => ({
        key: keyOf(row),
        primary: row.exchange,
        value: `${row.held} ${row.currency}`,
        status: <Verdict of={row} />,
        secondary: modeWord(row.mode),
        meta: formatMoment(row.checked_at),
      })}
    />
  );
}

function Verdict({ of }: { of: Of<'exchanges'> }) {
  if (of.differs_since === null) {
    return (
      <ToneChip tone="success" icon="checkCircle">
        {t('treasury.agrees')}
      </ToneChip>
    );
  }
  return (
    <ToneChip tone="error" icon="crossCircle">
      {t('treasury.differs', { amount: of.difference })}
    </ToneChip>
  );
}

function Orders({ rows }: { rows: readonly Of<'orders'>[] }) {
  const columns: readonly TableColumn<Of<'orders'>>[] = [
    { key: 'order', label: t('treasury.order'), cell: orderText },
    { key: 'exchange', label: t('treasury.exchange'), cell: ({ exchange }) => exchange },
    { key: 'mode', label: t('treasury.mode'), cell: ({ mode }) => modeWord(mode), quiet: true, spare: true },
    {
      key: 'status',
      label: t('treasury.status'),
      cell: ({ status, reason }) => <span title={reason ?? ''}>{status}</span>,
    },
    { key: 'at', label: t('treasury.created'), cell: ({ created_at }) => formatMoment(created_at), quiet: true },
    { key: 'filled', label: t('treasury.filled'), cell: ({ filled }) => filled, align: 'right' },
    { key: 'cost', label: t('treasury.cost'), cell: ({ cost }) => euros(cost), align: 'right' },
  ];
  return (
    <RowsCard
      caption={t('treasury.orders')}
      none={t('treasury.orders.none')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: orderText(row),
        value: euros(row.cost),
        status: row.status,
        secondary: `${row.exchange} · ${modeWord(row.mode)}`,
        meta: row.reason ?? formatMoment(row.created_at),
      })}
    />
  );
}

function Results({ rows }: { rows: readonly Of<'results'>[] }) {
  const columns: readonly TableColumn<Of<'results'>>[] = [
    { key: 'day', label: t('treasury.day'), cell: ({ day }) => day },
    { key: 'mode', label: t('treasury.mode'), cell: ({ mode }) => modeWord(mode), quiet: true },
    { key: 'fees', label: t('treasury.fees'), cell: ({ fees }) => euros(fees), align: 'right' },
    { key: 'pnl', label: t('treasury.pnl'), cell: ({ pnl }) => euros(pnl), align: 'right' },
  ];
  return (
    <RowsCard
      caption={t('treasury.results')}
      none={t('treasury.results.none')}
      columns={columns}
      rows={rows}
      rowKey={({ mode, day }) => `${mode}:${day}`}
      card={(row) => ({
        key: `${row.mode}:${row.day}`,
        primary: row.day,
        value: euros(row.pnl),
        status: t('treasury.feesOf', { amount: euros(row.fees) }),
        secondary: modeWord(row.mode),
      })}
    />
  );
}

function orderText({ side, amount, asset }: Of<'orders'>): string {
  return t(side === 'buy' ? 'treasury.buy' : 'treasury.sell', { amount: `${amount} ${asset}` });
}

function euros(amount: string | null): string {
  return amount === null ? t('treasury.noRate') : `€${amount}`.replace('€-', '−€');
}

function momentOf(moment: string | null): string {
  return moment === null ? '–' : formatMoment(moment);
}

function modeWord(mode: StaffTreasury['mode']): string {
  return t(mode === 'sandbox' ? 'shell.sandbox' : 'shell.production');
}
