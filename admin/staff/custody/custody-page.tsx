import { useQuery } from '@tanstack/react-query';
import type { CustodyView } from '../../../contract/staff-custody.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Coins, coinsText } from '../../components/money.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { clipMiddle, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffProvider } from '../data/staff-provider.ts';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { RowsCard } from '../rows-card.tsx';
import { CUSTODY } from './custody-calls.ts';
import { Debts } from './debts.tsx';
import { MoneyStops } from './money-stops.tsx';

type Check = CustodyView['checks'][number];
type InFlight = CustodyView['in_flight'][number];
type InSuspense = CustodyView['suspense'][number];

/**
 * `/compliance/custody`: the coins on each chain beside the books, what lies between the two, the stop of outgoing
 * money, and what merchants owe.
 */
export default function CustodyPage() {
  const provider = useStaffProvider();
  const mode = useShownMode();
  const custody = useQuery({ queryKey: CUSTODY, queryFn: () => provider.custody(), refetchInterval: 5_000 });
  const ofMode = <Row extends { readonly mode: Mode }>(rows: readonly Row[]) => rows.filter((row) => row.mode === mode);
  return (
    <Page>
      <PageHead title={t('custody.title')} sub={t('custody.sub')} actions={<ModeSwitch />} />
      <Loaded of={custody} rows={6}>
        {({ checks, stops, in_flight, suspense }) => (
          <>
            <Checks checks={ofMode(checks)} />
            <MoneyStops stops={ofMode(stops)} />
            <OnTheirWay rows={ofMode(in_flight)} />
            <Suspense rows={ofMode(suspense)} />
            <Debts />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <RowsCard
      caption={t('custody.checks')}
      none={t('custody.checks.none')}
      columns={CHECK_COLUMNS}
      rows={checks}
      rowKey={keyOf}
      card={(check) => ({
        key: keyOf(check),
        primary: <AssetLabel gateId={check.gate_id} />,
        value: <Coins amount={check.chain} gateId={check.gate_id} />,
        status: <Verdict check={check} />,
        meta: t('custody.meta', {
          books: coinsText(check.books, check.gate_id),
          incoming: coinsText(check.incoming, check.gate_id),
          outgoing: coinsText(check.outgoing, check.gate_id),
        }),
      })}
    />
  );
}

const CHECK_COLUMNS: readonly TableColumn<Check>[] = [
  column('asset', 'custody.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
  column('verdict', 'custody.verdict', (check) => <Verdict check={check} />),
  column('chain', 'custody.chain', (check) => coins(check, check.chain), { align: 'right' }),
  column('books', 'custody.books', (check) => coins(check, check.books), { align: 'right' }),
  column('in', 'custody.incoming', (check) => coins(check, check.incoming), { align: 'right', spare: true }),
  column('out', 'custody.outgoing', (check) => coins(check, check.outgoing), { align: 'right', spare: true }),
  column('at', 'custody.at', ({ checked_at }) => formatMoment(checked_at), { quiet: true }),
  column('asked', 'custody.asked', ({ asked_since }) => formatMoment(asked_since), { quiet: true, spare: true }),
];

function coins({ gate_id }: Check, amount: string) {
  return <Coins amount={amount} gateId={gate_id} unit="none" />;
}

function Verdict({ check: { difference, differs_since: since } }: { check: Check }) {
  if (since === null) {
    return (
      <ToneChip tone="success" icon="checkCircle">
        {t('custody.agrees')}
      </ToneChip>
    );
  }
  const missing = difference.startsWith('-');
  return (
    <ToneChip tone={missing ? 'error' : 'warning'} icon={missing ? 'crossCircle' : 'alertCircle'}>
      {t(missing ? 'custody.missing' : 'custody.surplus', { amount: difference.replace('-', '') })}
    </ToneChip>
  );
}

function OnTheirWay({ rows }: { rows: readonly InFlight[] }) {
  return (
    <RowsCard
      caption={t('custody.way')}
      none={t('custody.way.none')}
      columns={WAY_COLUMNS}
      rows={rows}
      rowKey={wayKey}
      card={(row) => ({
        key: wayKey(row),
        primary: direction(row),
        value: <Coins amount={row.amount} gateId={row.gate_id} />,
        status: row.status,
        meta: `${clipMiddle(row.txid)} · ${formatMoment(row.since)}`,
      })}
    />
  );
}

const WAY_COLUMNS: readonly TableColumn<InFlight>[] = [
  column('direction', 'custody.direction', direction),
  column('asset', 'custody.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
  column('tx', 'custody.transaction', ({ txid }) => <code title={txid}>{clipMiddle(txid)}</code>),
  column('status', 'custody.status', ({ status }) => status),
  column('since', 'custody.since', ({ since }) => formatMoment(since), { quiet: true }),
  column(
    'amount',
    'custody.amount',
    ({ amount, gate_id }) => <Coins amount={amount} gateId={gate_id} unit="column" />,
    { align: 'right' },
  ),
];

function Suspense({ rows }: { rows: readonly InSuspense[] }) {
  return (
    <RowsCard
      caption={t('custody.suspense')}
      none={t('custody.suspense.none')}
      columns={SUSPENSE_COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: suspenseOf(row),
        value: suspenseAmount(row),
        status: clipMiddle(row.txid),
        meta: formatMoment(row.since),
      })}
    />
  );
}

const SUSPENSE_COLUMNS: readonly TableColumn<InSuspense>[] = [
  column('asset', 'custody.asset', suspenseAsset),
  column('of', 'custody.suspense.of', suspenseOf),
  column('tx', 'custody.transaction', ({ txid }) => <code title={txid}>{clipMiddle(txid)}</code>),
  column('since', 'custody.since', ({ since }) => formatMoment(since), { quiet: true }),
  column('amount', 'custody.amount', suspenseAmount, { align: 'right' }),
];

function suspenseAsset({ gate_id: gateId, asset }: InSuspense) {
  return gateId === null ? <code title={asset}>{clipMiddle(asset)}</code> : <AssetLabel gateId={gateId} />;
}

function suspenseAmount({ gate_id: gateId, amount }: InSuspense) {
  if (gateId === null) return t('custody.suspense.units', { amount });
  return <Coins amount={amount} gateId={gateId} unit="column" />;
}

function suspenseOf({ invoice_id: invoiceId, destination_tag: tag }: InSuspense): string {
  if (invoiceId !== null) return t('custody.suspense.invoice', { id: clipMiddle(invoiceId) });
  return tag === null ? t('custody.suspense.noTag') : t('custody.suspense.tag', { tag });
}

function direction({ direction: way, payouts }: InFlight): string {
  return way === 'in' ? t('custody.in') : t('custody.out', { smart_count: payouts ?? 0 });
}

function keyOf({ mode, gate_id }: Check): string {
  return `${mode}:${gate_id}`;
}

function wayKey({ mode, network, txid, gate_id, direction: way }: InFlight): string {
  return [way, mode, network, txid, gate_id].join(':');
}
