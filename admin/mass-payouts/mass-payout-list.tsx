import './mass-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import { MASS_PAYOUT_STATUSES, type MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import { ReceiptArt } from '../components/art.tsx';
import { tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { MassStatusChip, massName, massPath } from './mass-status.tsx';

const LIVE = ['mass_payout'] as const;
const FILTERS = [
  searchFilter({ label: 'mass.search', hint: 'mass.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: MASS_PAYOUT_STATUSES,
    wordOf: (status: MassPayoutStatus) => t(`mass.status.${status}`),
  }),
  assetFilter(),
];

/** Every mass payout of the mode that is shown. */
export default function MassPayoutList() {
  return (
    <ResourceList<SpaMassPayout>
      resource="mass-payouts"
      words="mass"
      filters={FILTERS}
      live={LIVE}
      columns={columns()}
      card={toCard}
      path={({ id }) => massPath(id)}
      empty={<NoMassPayouts />}
    />
  );
}

function columns(): readonly TableColumn<SpaMassPayout>[] {
  return [
    linkColumn('name', 'mass.column.name', (row) => [massPath(row.id), massName(row)]),
    statusColumn(({ status }) => <MassStatusChip status={status} />, { width: [144, 168] }),
    column('assets', 'mass.column.assets', assetsOf, { width: [120, 200], quiet: true }),
    column('lines', 'mass.column.lines', ({ lines }) => lines.total.toLocaleString('en'), {
      width: 96,
      align: 'right',
    }),
    column('paid', 'mass.column.progress', paidOf, { width: 136, align: 'right' }),
    createdColumn(),
  ];
}

function assetsOf({ totals }: SpaMassPayout): string {
  return totals.map(({ gate_id }) => tickerOf(gate_id)).join(', ');
}

function paidOf({ lines, run_at }: SpaMassPayout): string {
  return run_at === null ? '–' : `${lines.done.toLocaleString('en')} / ${lines.total.toLocaleString('en')}`;
}

function toCard(row: SpaMassPayout) {
  return {
    key: row.id,
    primary: <RowLink to={massPath(row.id)}>{massName(row)}</RowLink>,
    value: paidOf(row),
    status: <MassStatusChip status={row.status} />,
    secondary: assetsOf(row),
    meta: `${t('mass.column.lines')}: ${row.lines.total.toLocaleString('en')}, ${formatMoment(row.created_at)}`,
  };
}

function NoMassPayouts() {
  const mayCreate = useMay('merchant_massPayout_create');
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('mass.empty.title')}
      text={t('mass.empty.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={RouterLink} to="/payouts/mass-request-payout">
            {t('mass.request')}
          </Button>
        )
      }
      steps={[
        { icon: 'file', title: t('mass.empty.step1.title'), text: t('mass.empty.step1.text') },
        { icon: 'eye', title: t('mass.empty.step2.title'), text: t('mass.empty.step2.text') },
        { icon: 'checkCircle', title: t('mass.empty.step3.title'), text: t('mass.empty.step3.text') },
      ]}
    />
  );
}
