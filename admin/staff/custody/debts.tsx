import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffDebt } from '../../../contract/staff-debts.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Coins, coinsText } from '../../components/money.tsx';
import { clipMiddle, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { useShownMode } from '../mode-switch.tsx';
import { requestWords } from '../people-request.ts';
import { RowsCard } from '../rows-card.tsx';
import { DEBTS } from './custody-calls.ts';
import { WriteOffDialog } from './write-off-dialog.tsx';

const Stack = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 4,
  padding: '8px 0',
  '& small': { color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' },
}));

/**
 * Merchants' debts after reorganizations. Staff with the permission to operate payouts request a write-off or confirm
 * another person's.
 */
export function Debts() {
  const may = useStaffMay('payout_operate');
  const [chosen, setChosen] = useState<StaffDebt | null>(null);
  const provider = useStaffProvider();
  const mode = useShownMode();
  const debts = useQuery({ queryKey: DEBTS, queryFn: () => provider.debts(), refetchInterval: 5_000 });
  const act = may ? setChosen : null;
  return (
    <>
      <Loaded of={debts} rows={2}>
        {(all) => (
          <RowsCard
            caption={t('debts.title')}
            none={t('debts.none')}
            columns={columns(act)}
            rows={all.filter((debt) => debt.mode === mode)}
            rowKey={keyOf}
            card={(debt) => ({
              key: keyOf(debt),
              primary: nameOf(debt),
              value: <Coins amount={debt.amount} gateId={debt.gate_id} />,
              status: act && <ActButton debt={debt} onChoose={act} />,
              meta: <Origin debt={debt} />,
            })}
          />
        )}
      </Loaded>
      {chosen && <WriteOffDialog debt={chosen} of={nameAndAmount(chosen)} onClose={() => setChosen(null)} />}
    </>
  );
}

type Choose = (debt: StaffDebt) => void;

function columns(act: Choose | null): readonly TableColumn<StaffDebt>[] {
  return [
    column('merchant', 'debts.merchant', (debt) => <span title={debt.merchant_id}>{nameOf(debt)}</span>),
    column('asset', 'debts.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
    column('since', 'debts.since', ({ since }) => since && formatMoment(since), { quiet: true }),
    column('invoices', 'debts.invoices', (debt) => <Invoices debt={debt} />),
    column('request', 'debts.request', (debt) => <WriteOff debt={debt} act={act} />),
    column(
      'amount',
      'debts.amount',
      ({ amount, gate_id }) => <Coins amount={amount} gateId={gate_id} unit="column" />,
      { align: 'right' },
    ),
  ];
}

function Invoices({ debt: { invoice_ids: ids } }: { debt: StaffDebt }) {
  if (ids.length === 0) return t('debts.invoices.none');
  return (
    <Stack>
      {ids.map((id) => (
        <code key={id} title={id}>
          {clipMiddle(id)}
        </code>
      ))}
    </Stack>
  );
}

function WriteOff({ debt, act }: { debt: StaffDebt; act: Choose | null }) {
  const { write_off: request } = debt;
  return (
    <Stack>
      {request && (
        <>
          <span>{t('debts.requested', { name: request.requested_by })}</span>
          <small>
            {formatMoment(request.requested_at)}: {request.reason}
          </small>
        </>
      )}
      {act && <ActButton debt={debt} onChoose={act} />}
    </Stack>
  );
}

/** Nothing where somebody requested it whom this person cannot confirm. */
function ActButton({ debt, onChoose }: { debt: StaffDebt; onChoose: Choose }) {
  const { write_off: request } = debt;
  if (request && !request.confirmable) return null;
  return (
    <Button
      size="small"
      color="error"
      aria-label={t(request ? 'debts.confirmOf' : 'debts.writeOffOf', nameAndAmount(debt))}
      onClick={() => onChoose(debt)}
    >
      {t(request ? 'debts.confirm' : 'debts.writeOff')}
    </Button>
  );
}

function Origin({ debt }: { debt: StaffDebt }) {
  const { since, invoice_ids: ids, write_off: request } = debt;
  const invoices = ids.length === 0 ? t('debts.invoices.none') : ids.map((id) => clipMiddle(id)).join(', ');
  return (
    <>
      <div>{since && `${t('debts.since')}: ${formatMoment(since)}`}</div>
      <div>
        {t('debts.invoices')}: {invoices}
      </div>
      {request && <div>{t('debts.requestedMeta', requestWords(request))}</div>}
    </>
  );
}

function nameAndAmount(debt: StaffDebt) {
  return { amount: coinsText(debt.amount, debt.gate_id), merchant: nameOf(debt) };
}

function nameOf({ merchant }: StaffDebt): string {
  return merchant ?? t('debts.noName');
}

function keyOf({ merchant_id, mode, gate_id }: StaffDebt): string {
  return `${merchant_id}:${mode}:${gate_id}`;
}
