import { useWatch } from 'react-hook-form';
import type { MassPayoutLine, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { LiveForm } from '../forms/live-form.tsx';
import { clipMiddle } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { payoutPath } from '../payouts/payout-name.ts';
import { payoutAppearance } from '../payouts/payout-status.ts';
import { LinePages } from './line-pages.tsx';
import type { LinesShown } from './mass-calls.ts';

const SHOWN = ['all', 'open', 'done', 'failed'] as const satisfies readonly LinesShown[];

interface Narrowed {
  readonly show: (typeof SHOWN)[number];
}

/** Each line with what became of it; the failed ones with the reason. */
export function LinesCard({ mass }: { mass: SpaMassPayout }) {
  return (
    <Card title={t('mass.lines.title')}>
      <LiveForm<Narrowed> defaultValues={{ show: 'all' }}>
        <CardBody sx={{ maxWidth: 280 }}>
          <ChoiceInput
            source="show"
            label={t('mass.lines.show')}
            choices={SHOWN.map((value) => ({ value, label: t(`mass.lines.show.${value}`) }))}
          />
        </CardBody>
        <ShownLines mass={mass} />
      </LiveForm>
    </Card>
  );
}

function ShownLines({ mass }: { mass: SpaMassPayout }) {
  const show = useWatch<Narrowed, 'show'>({ name: 'show' });
  return (
    <LinePages key={show} mass={mass} show={show} caption={t('mass.lines.title')} columns={columns()} card={toCard} />
  );
}

/** The lines before the run, each with its whole address: to be compared with what was meant. */
export function LinesToPay({ mass }: { mass: SpaMassPayout }) {
  const words = t('mass.lines.toPay');
  return (
    <Card title={words} ruled>
      <LinePages mass={mass} show="all" caption={words} columns={columnsToPay()} card={toPayCard} />
    </Card>
  );
}

function columnsToPay(): readonly TableColumn<MassPayoutLine>[] {
  return [
    column('line', 'mass.lines.line', ({ line }) => line),
    column('asset', 'mass.lines.asset', ({ gate_id }) => gate_id && <AssetLabel gateId={gate_id} />),
    column('address', 'mass.lines.address', (row) => <WholeAddress row={row} />),
    column('reference', 'mass.lines.reference', ({ reference }) => reference, { spare: true }),
    column('amount', 'mass.lines.amount', (row) => <LineAmount row={row} />, { align: 'right' }),
  ];
}

function WholeAddress({ row: { address, destination_tag } }: { row: MassPayoutLine }) {
  return (
    <>
      <code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{address}</code>
      {destination_tag !== null && <> {t('mass.lines.tag', { tag: destination_tag })}</>}
    </>
  );
}

function toPayCard(row: MassPayoutLine) {
  return {
    key: String(row.line),
    primary: `${t('mass.lines.line')} ${row.line}`,
    value: <LineAmount row={row} />,
    status: row.gate_id && <AssetLabel gateId={row.gate_id} />,
    secondary: null,
    meta: (
      <>
        <WholeAddress row={row} /> {row.reference}
      </>
    ),
  };
}

function columns(): readonly TableColumn<MassPayoutLine>[] {
  return [
    column('line', 'mass.lines.line', (row) => <LineLink row={row} />),
    column('status', 'mass.lines.status', (row) => <LineStatus row={row} />),
    column(
      'address',
      'mass.lines.address',
      ({ address }) => address && <code title={address}>{clipMiddle(address, 8, 6)}</code>,
      { quiet: true },
    ),
    column('reference', 'mass.lines.reference', ({ reference }) => reference, { spare: true }),
    column('amount', 'mass.lines.amount', (row) => <LineAmount row={row} />, { align: 'right' }),
  ];
}

function LineLink({ row: { line, payout_id } }: { row: MassPayoutLine }) {
  return payout_id === null ? line : <RowLink to={payoutPath(payout_id)}>{String(line)}</RowLink>;
}

function LineStatus({ row: { status, status_reason } }: { row: MassPayoutLine }) {
  if (status === null) return t('mass.lines.waits');
  const why = status === 'error' || status === 'canceled' ? status_reason : null;
  return (
    <>
      <ToneChip {...payoutAppearance[status]}>{t(`payout.status.${status}`)}</ToneChip>{' '}
      {why !== null && <small>{translateOr(`payout.reason.${why}`, why.replaceAll('_', ' '))}</small>}
    </>
  );
}

function LineAmount({ row: { net_amount, gate_id } }: { row: MassPayoutLine }) {
  return net_amount === null || gate_id === null ? null : <Coins amount={net_amount} gateId={gate_id} />;
}

function toCard(row: MassPayoutLine) {
  const { line, address, reference } = row;
  return {
    key: String(line),
    primary: <LineLink row={row} />,
    value: <LineAmount row={row} />,
    status: <LineStatus row={row} />,
    secondary: address && <code>{clipMiddle(address, 6, 4)}</code>,
    meta: reference,
  };
}
