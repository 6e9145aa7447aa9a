import './deposit-words.ts';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import type { StaticAddress } from '../../contract/deposits.ts';
import { GATE_IDS } from '../../domain/assets/assets.ts';
import { spacedReference } from '../../domain/bank/creditor-reference.ts';
import { CoinsArt } from '../components/art.tsx';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { clipMiddle, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { assetColumn, column, createdColumn, linkColumn } from '../list/columns.tsx';
import { assetFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { ADDRESSES_PATH, addressPath, NEW_DEPOSIT_PATH } from './deposit-paths.ts';

const FILTERS = [
  searchFilter({ label: 'addresses.search', hint: 'addresses.searchHint' }),
  dateFilter(),
  assetFilter(GATE_IDS),
];

/** The addresses of all customers; `?id=` opens one over the list. */
export default function AddressList() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('id');
  return (
    <>
      <ResourceList<StaticAddress>
        resource="addresses"
        words="addresses"
        filters={FILTERS}
        columns={columns()}
        card={toCard}
        path={(row) => addressPath(row.id)}
        empty={<NoAddresses />}
      />
      {id !== null && <AddressDialog key={id} id={id} onClose={() => void navigate(ADDRESSES_PATH)} />}
    </>
  );
}

function NoAddresses() {
  const mayCreate = useMay('merchant_address_create');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('addresses.empty.title')}
      text={t('addresses.empty.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={RouterLink} to={NEW_DEPOSIT_PATH}>
            {t('balance.deposit')}
          </Button>
        )
      }
    />
  );
}

function columns(): readonly TableColumn<StaticAddress>[] {
  return [
    linkColumn('reference', 'deposits.column.customer', ({ id, reference }) => [addressPath(id), reference], {
      sortBy: 'reference',
    }),
    assetColumn(),
    column('address', 'address.address', (row) => <WhereTo row={row} />, { width: [184, 240], quiet: true }),
    column('description', 'address.description', ({ description }) => <Clip text={description ?? '–'} />, {
      width: 240,
      quiet: true,
      spare: true,
    }),
    createdColumn({ sortBy: 'created_at' }),
  ];
}

/**
 * An address with what every payment to it needs: who copies one without the tag or reference sends money that is
 * nobody's.
 */
function WhereTo({ row: { address, destination_tag: tag, bank } }: { row: StaticAddress }) {
  const needed =
    tag !== null
      ? t('addresses.tag', { tag })
      : bank && t('addresses.reference', { reference: spacedReference(bank.creditor_reference) });
  return (
    <>
      <code title={address}>{clipMiddle(address)}</code>
      {needed && <Needed>{needed}</Needed>}
    </>
  );
}

const Needed = styled('strong')(({ theme }) => ({
  display: 'block',
  whiteSpace: 'normal',
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  color: theme.palette.text.primary,
}));

function toCard(row: StaticAddress) {
  return {
    key: row.id,
    primary: <RowLink to={addressPath(row.id)}>{row.reference}</RowLink>,
    value: <AssetLabel gateId={row.gate_id} network={false} />,
    secondary: <WhereTo row={row} />,
    meta: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}
