import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import type { BookedAddress } from '../../../contract/payouts.ts';
import { CoinsArt } from '../../components/art.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { useMay } from '../../data/use-may.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { assetFilter, searchFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { AddAddressButton } from './add-address-button.tsx';
import { bookedName, CoolOffChip, NetworkLabel, networkName } from './booked.tsx';
import { ForgetDialog, RenameDialog } from './change-dialogs.tsx';

const FILTERS = [searchFilter({ label: 'book.search', hint: 'book.searchHint' }), assetFilter()];

type Change = { readonly kind: 'rename' | 'forget'; readonly booked: BookedAddress };

const Buttons = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 4, margin: '6px 0' });
const Address = styled('span')({ display: 'grid', '& small': { fontSize: 13 } });

/** The merchant's recipients: each address with its name and whether it can be paid to yet. */
export default function AddressBook() {
  const [change, setChange] = useState<Change | null>(null);
  const mayChange = useMay('merchant_payout_create');
  const close = () => setChange(null);
  const buttons = (booked: BookedAddress) =>
    mayChange && <RowButtons booked={booked} onChange={(kind) => setChange({ kind, booked })} />;
  return (
    <>
      <ResourceList<BookedAddress>
        resource="address-book"
        words="book"
        sort={AS_THE_API}
        perPage={25}
        filters={FILTERS}
        columns={columnsOf(buttons)}
        card={(booked) => ({
          key: booked.id,
          primary: bookedName(booked),
          value: <CoolOffChip booked={booked} />,
          meta: (
            <>
              <AddressText booked={booked} />
              {networkName(booked.network)} · {t('book.used')}: {lastUsed(booked)}
              <div>{buttons(booked)}</div>
            </>
          ),
        })}
        empty={<NothingBooked />}
      />
      {change?.kind === 'rename' && <RenameDialog booked={change.booked} onClose={close} />}
      {change?.kind === 'forget' && <ForgetDialog booked={change.booked} onClose={close} />}
    </>
  );
}

function NothingBooked() {
  const mayAdd = useMay('merchant_payout_create');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('book.empty.title')}
      text={t('book.empty.text')}
      actions={mayAdd && <AddAddressButton icon={false} />}
      steps={[
        { icon: 'book', title: t('book.step1.title'), text: t('book.step1.text') },
        { icon: 'clock', title: t('book.step2.title'), text: t('book.step2.text') },
        { icon: 'payouts', title: t('book.step3.title'), text: t('book.step3.text') },
      ]}
    />
  );
}

function columnsOf(buttons: (booked: BookedAddress) => ReactNode): readonly TableColumn<BookedAddress>[] {
  return [
    column('name', 'book.name', (booked) => <Wrapped>{bookedName(booked)}</Wrapped>),
    column('network', 'book.network', ({ network }) => <NetworkLabel network={network} />, {
      width: [104, 176],
      spare: 'narrow',
    }),
    column('address', 'payouts.column.address', (booked) => <AddressText booked={booked} />, { width: [208, 216] }),
    column('state', 'payouts.column.status', (booked) => <CoolOffChip booked={booked} />, { width: 240 }),
    column('used', 'book.used', lastUsed, { width: 128, align: 'right', quiet: true, spare: true }),
    column('change', 'book.change', buttons, { width: [104, 208], labelHidden: true, align: 'right' }),
  ];
}

function AddressText({ booked: { address, destination_tag } }: { booked: BookedAddress }) {
  return (
    <Address>
      <CopyText value={address} label={t('payout.addressLabel')} clip />
      {destination_tag !== null && <small>{t('request.tagOf', { tag: destination_tag })}</small>}
    </Address>
  );
}

function lastUsed({ last_used_at }: BookedAddress): string {
  return last_used_at === null ? t('book.unused') : formatMoment(last_used_at);
}

interface RowButtonsProps {
  booked: BookedAddress;
  onChange: (kind: Change['kind']) => void;
}

function RowButtons({ booked, onChange }: RowButtonsProps) {
  const name = booked.label ?? booked.address;
  return (
    <Buttons>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('book.rename.of', { name })}
        onClick={() => onChange('rename')}
      >
        {t('book.rename')}
      </Button>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('book.forget.of', { name })}
        onClick={() => onChange('forget')}
      >
        {t('book.forget')}
      </Button>
    </Buttons>
  );
}
