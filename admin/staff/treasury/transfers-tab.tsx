import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffTransfer } from '../../../contract/staff-transfers.ts';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffMay } from '../data/use-staff-may.ts';
import { RowsCard } from '../rows-card.tsx';
import { gateAmount, wayText } from './place-words.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { TransferChip } from './transfer-chip.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** Own money between exchanges, hot wallets and the bank: what is on its way, what waits, and what has ended. */
export function TransfersTab({ treasury }: { treasury: StaffTreasury }) {
  const may = useStaffMay('treasury_operate');
  const [proposes, setProposes] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  // The list is read again every few seconds: an open dialog shows the transfer as it is now.
  const shown = treasury.transfers.find(({ id }) => id === shownId);
  const routes = treasury.routes.filter(({ status }) => status === 'confirmed');
  return (
    <>
      <InTransit rows={treasury.in_transit} />
      <RowsCard
        caption={t('transfers.title')}
        none={t(routes.length === 0 ? 'transfers.noRoute' : 'transfers.none')}
        aside={
          may &&
          routes.length > 0 && (
            <Button size="small" onClick={() => setProposes(true)}>
              {t('transfers.propose')}
            </Button>
          )
        }
        columns={[...COLUMNS, column('acts', 'transfers.acts', open, { labelHidden: true, align: 'right' })]}
        rows={treasury.transfers}
        rowKey={({ id }) => id}
        card={(row) => ({
          key: row.id,
          primary: wayText(row),
          value: gateAmount(row.amount, row.gate_id),
          status: <TransferChip transfer={row} />,
          secondary: open(row),
          meta: t('transfers.proposedBy', { name: row.proposed_by, at: formatMoment(row.created_at) }),
        })}
      />
      {proposes && <ProposeDialog routes={routes} onClose={() => setProposes(false)} />}
      {shown && <TransferDialog transfer={shown} mode={treasury.mode} onClose={() => setShownId(null)} />}
    </>
  );

  function open(row: StaffTransfer) {
    const name = t('transfers.openOf', { way: wayText(row), amount: gateAmount(row.amount, row.gate_id) });
    return (
      <Button size="small" aria-label={name} onClick={() => setShownId(row.id)}>
        {t(row.approvable ? 'transfers.decide' : 'transfers.open')}
      </Button>
    );
  }
}

const COLUMNS: readonly TableColumn<StaffTransfer>[] = [
  column('way', 'transfers.route', wayText),
  column('status', 'treasury.status', (row) => <TransferChip transfer={row} />),
  column('by', 'transfers.by', ({ proposed_by }) => proposed_by, { spare: true }),
  column('at', 'treasury.created', ({ created_at }) => formatMoment(created_at), { quiet: true }),
  column('amount', 'treasury.amount', ({ amount, gate_id }) => gateAmount(amount, gate_id), { align: 'right' }),
];

type InTransitRow = StaffTreasury['in_transit'][number];

/** Money that, by the ledger, has left one place and not reached the other. */
function InTransit({ rows }: { rows: readonly InTransitRow[] }) {
  const keyOf = ({ from, to, gate_id }: InTransitRow) => `${from}:${to}:${gate_id}`;
  return (
    <RowsCard
      caption={t('transfers.inTransit')}
      none={t('transfers.inTransit.none')}
      columns={IN_TRANSIT_COLUMNS}
      rows={rows}
      rowKey={keyOf}
      card={(row) => ({ key: keyOf(row), primary: wayText(row), value: gateAmount(row.amount, row.gate_id) })}
    />
  );
}

const IN_TRANSIT_COLUMNS: readonly TableColumn<InTransitRow>[] = [
  column('way', 'transfers.route', wayText),
  column('amount', 'treasury.amount', ({ amount, gate_id }) => gateAmount(amount, gate_id), { align: 'right' }),
];
