import './claim-words.ts';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Claim } from '../../contract/claims.ts';
import { CLAIM_STATUSES, type ClaimStatus } from '../../domain/state/claim-status.ts';
import { CoinsArt } from '../components/art.tsx';
import { ClaimChip } from '../components/claim-chip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { coinsText } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, createdColumn, statusColumn } from '../list/columns.tsx';
import { choicesFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { ClaimDetails } from './details.tsx';
import { FindPaymentButton } from './find-button.tsx';

const FILTERS = [
  searchFilter({ label: 'claimList.search', hint: 'claimList.searchHint' }),
  choicesFilter({
    name: 'status',
    label: 'claim.status',
    all: CLAIM_STATUSES,
    wordOf: (status: ClaimStatus) => t(`claimStatus.${status}`),
  }),
];

/** Payments that went astray, and what became of the claims to them; one opens in a dialog. Loaded with its tab. */
export default function ClaimList() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('claim');
  const close = () =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.delete('claim');
      return next;
    });
  return (
    <>
      <ResourceList<Claim>
        resource="claims"
        words="claims"
        sort={AS_THE_API}
        everyMs={15_000}
        filters={FILTERS}
        columns={COLUMNS}
        path={pathOf}
        card={(row) => ({
          key: row.id,
          primary: nameOf(row),
          value: '',
          status: <ClaimChip status={row.status} />,
          meta: formatMoment(row.created_at),
        })}
        empty={
          <EmptyState
            art={<CoinsArt />}
            title={t('claimList.empty.title')}
            text={t('claimList.empty.text')}
            actions={<FindPaymentButton variant="contained" />}
          />
        }
      />
      {id !== null && <Opened id={id} onClose={close} />}
    </>
  );
}

function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useGetOne<Claim>('claims', { id });
  return data === undefined ? null : <ClaimDetails claim={data} onClose={onClose} />;
}

const COLUMNS: readonly TableColumn<Claim>[] = [
  column('claim', 'claim.amount', nameOf),
  statusColumn(({ status }) => <ClaimChip status={status} />),
  column(
    'net',
    'claim.net',
    ({ net_amount, gate_id }) => (net_amount && gate_id ? coinsText(net_amount, gate_id) : '–'),
    { width: [136, 176], align: 'right' },
  ),
  createdColumn({ label: 'claim.created' }),
];

function pathOf({ id }: Claim): string {
  return `/history?tab=claims&claim=${id}`;
}

function nameOf(row: Claim) {
  const { amount, gate_id, asset } = row;
  return <RowLink to={pathOf(row)}>{gate_id === null ? `${amount} ${asset}` : coinsText(amount, gate_id)}</RowLink>;
}
