import Button from '@mui/material/Button';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { RowsCard } from '../rows-card.tsx';
import type { Limits } from './limit-form.ts';
import { limitText } from './limit-words.ts';
import { assetAmount } from './place-words.ts';

type Position = StaffTreasury['positions'][number];

export interface PositionsProps {
  treasury: StaffTreasury;
  onChange: (limits: Limits) => void;
}

/** The position that conversions left in each asset, beside its limits. */
export function Positions({ treasury, onChange }: PositionsProps) {
  const may = useStaffMay('treasury_operate');
  const hasPendingChange = ({ asset }: Position) => treasury.limit_changes.some((change) => change.asset === asset);
  const button = (position: Position) =>
    may &&
    !hasPendingChange(position) && (
      <Button
        size="small"
        aria-label={t('limits.changeOf', { asset: position.asset })}
        onClick={() => onChange(position)}
      >
        {t('limits.change')}
      </Button>
    );
  return (
    <RowsCard
      caption={t('treasury.positions')}
      none={t('treasury.positions.none')}
      columns={[...COLUMNS, column('change', 'limits.change', button, { labelHidden: true, align: 'right' })]}
      rows={treasury.positions}
      rowKey={({ asset }) => asset}
      card={(row) => ({
        key: row.asset,
        primary: row.asset,
        value: assetAmount(row.amount, row.asset),
        status: valueText(row),
        secondary: button(row),
        meta: (['threshold', 'max_order', 'position', 'max_age_seconds', 'bound_bps'] as const)
          .map((name) => `${t(`limits.${name}`)} ${limitText(name, row[name])}`)
          .join(' · '),
      })}
    />
  );
}

const COLUMNS: readonly TableColumn<Position>[] = [
  column('asset', 'treasury.asset', ({ asset }) => asset),
  column('amount', 'treasury.amount', ({ amount, asset }) => assetAmount(amount, asset), { align: 'right' }),
  column('value', 'treasury.value', valueText, { align: 'right' }),
  column('since', 'treasury.since', ({ since }) => (since === null ? '–' : formatMoment(since)), {
    quiet: true,
    spare: true,
  }),
  limitColumn('threshold'),
  limitColumn('max_age_seconds', true),
  limitColumn('max_order'),
  limitColumn('position'),
  limitColumn('bound_bps', true),
];

function limitColumn(name: 'threshold' | 'max_age_seconds' | 'max_order' | 'position' | 'bound_bps', spare = false) {
  return {
    key: name,
    label: t(`limits.${name}`),
    cell: (row: Position) => limitText(name, row[name]),
    align: 'right',
    quiet: true,
    spare,
  } as const satisfies TableColumn<Position>;
}

function valueText({ value }: Position): string {
  return value === null ? t('treasury.noRate') : euros(value);
}

/** The daily loss at which hedging of this mode stops itself. */
export function LossLimit({ treasury, onChange }: { treasury: StaffTreasury; onChange: () => void }) {
  const may = useStaffMay('treasury_operate');
  const hasPendingChange = treasury.limit_changes.some(({ asset }) => asset === '*');
  const change = may && !hasPendingChange && (
    <Button size="small" aria-label={t('limits.changeLoss')} onClick={onChange}>
      {t('limits.change')}
    </Button>
  );
  return (
    <Card title={t('limits.loss')} aside={change}>
      <Facts facts={[{ label: t('limits.daily_loss'), value: euros(treasury.daily_loss) }]} />
    </Card>
  );
}
