import { useState } from 'react';
import type { MassPayoutLine, SpaMassPayout } from '../../../api/contract/mass-payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Coins } from '../../components/money.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { clipMiddle } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { payoutPath } from '../payout-name.ts';
import { payoutAppearance } from '../payout-status.ts';
import { LinePages } from './line-pages.tsx';
import type { LinesShown } from './mass-calls.ts';

const SHOWN = ['all', 'open', 'done', 'failed'] as const satisfies readonly LinesShown[];
type Shown = (typeof SHOWN)[number];

/** Each line with what became of it; the failed ones with the reason. */
export function LinesCard({ mass }: { mass: SpaMassPayout }) {
  const [show, setShow] = useState<Shown>('all');
  return (
    <Card title={t('mass.lines.title')}>
      <CardBody sx={{ maxWidth: 280 }}>
        <ChoiceField
          label={t('mass.lines.show')}
          value={show}
          choices={SHOWN.map((value) => ({ value, label: t(`mass.lines.show.${value}`) }))}
          onChange={setShow}
        />
      </CardBody>
      <LinePages key={show} mass={mass} show={show} caption={t('mass.lines.title')} columns={columns()} card={toCard} />
    </Card>
  );
}

function columns(): readonly TableColumn<MassPayoutLine>[] {
  return [
    { key: 'line', label: t('mass.lines.line'), cell: (row) => <LineLink row={row} /> },
    { key: 'status', label: t('mass.lines.status'), cell: (row) => <LineStatus row={row} /> },
    {
      key: 'address',
      label: t('mass.lines.address'),
      quiet: true,
      cell: ({ address }) => address && <code title={address}>{clipMiddle(address, 8, 6)}</code>,
    },
    { key: 'reference', label: t('mass.lines.reference'), spare: true, cell: ({ reference }) => reference },
    { key: 'amount', label: t('mass.lines.amount'), align: 'right', cell: (row) => <LineAmount row={row} /> },
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
