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
  { key: 'claim', label: t('claim.amount'), cell: nameOf },
  { key: 'status', width: [144, 176], label: t('claim.status'), cell: ({ status }) => <ClaimChip status={status} /> },
  {
    key: 'net',
    width: [136, 176],
    label: t('claim.net'),
    align: 'right',
    cell: ({ net_amount, gate_id }) => (net_amount && gate_id ? coinsText(net_amount, gate_id) : '–'),
  },
  {
    key: 'created',
    width: [116, 136],
    label: t('claim.created'),
    align: 'right',
    quiet: true,
    cell: ({ created_at }) => formatMoment(created_at),
  },
];

function pathOf({ id }: Claim): string {
  return `/history?tab=claims&claim=${id}`;
}

function nameOf(row: Claim) {
  const { amount, gate_id, asset } = row;
  return <RowLink to={pathOf(row)}>{gate_id === null ? `${amount} ${asset}` : coinsText(amount, gate_id)}</RowLink>;
}
