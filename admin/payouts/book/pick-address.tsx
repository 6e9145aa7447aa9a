import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import type { BookedAddress } from '../../../contract/payouts.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { t } from '../../i18n/translate.ts';
import { bookedName, CoolOffChip } from './booked.tsx';

/** As many as one looks through; beyond that one searches. */
const SHOWN = 20;

const List = styled('ul')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
}));
const Choice = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 12px',
  width: '100%',
  padding: '10px 12px',
  textAlign: 'left',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& > span:first-of-type': { display: 'grid', minWidth: 0, flex: '1 1 220px' },
  '& code': { ...theme.typography.code, color: theme.palette.text.secondary, overflowWrap: 'anywhere' },
}));

export interface PickAddressProps {
  gateId: CryptoGateId;
  onPick: (booked: BookedAddress) => void;
}

/** Opens the address book on the network of an asset; what is chosen there need not be typed. */
export function PickAddress({ gateId, onPick }: PickAddressProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Link
        component="button"
        type="button"
        variant="caption"
        sx={{ flex: 'none' }}
        aria-haspopup="dialog"
        aria-label={t('book.pick')}
        onClick={() => setOpen(true)}
      >
        {t('book.title')}
      </Link>
      {isOpen && (
        <PickDialog
          gateId={gateId}
          onClose={close}
          onPick={(booked) => {
            close();
            onPick(booked);
          }}
        />
      )}
    </>
  );
}

function PickDialog({ gateId, onPick, onClose }: PickAddressProps & { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const {
    data,
    total = 0,
    error,
    isPending,
    refetch,
  } = useGetList<BookedAddress>(
    'address-book',
    { filter: { gate_id: gateId, search }, pagination: { page: 1, perPage: SHOWN } },
    { placeholderData: keepPreviousData },
  );
  return (
    <DialogFrame
      title={t('book.pick.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}
    >
      <SearchField value={search} label={t('book.search')} hint={t('book.searchHint')} onSearch={setSearch} autoFocus />
      <div aria-live="polite">{body()}</div>
    </DialogFrame>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('book.loading')} rows={3} />;
    if (error) return <ListError title={t('book.error')} error={error} onRetry={() => void refetch()} />;
    const hidden = total - data.length;
    if (data.length === 0) return <Quiet>{search === '' ? t('book.pick.empty') : t('book.none')}</Quiet>;
    return (
      <>
        <List>
          {data.map((booked) => (
            <li key={booked.id}>
              <Picked booked={booked} onPick={onPick} />
            </li>
          ))}
        </List>
        {hidden > 0 && <Quiet>{t('book.pick.more', { smart_count: hidden })}</Quiet>}
      </>
    );
  }
}

function Picked({ booked, onPick }: { booked: BookedAddress; onPick: PickAddressProps['onPick'] }) {
  const { address, destination_tag } = booked;
  return (
    <Choice onClick={() => onPick(booked)}>
      <span>
        {bookedName(booked)}
        <code>{address}</code>
        {destination_tag !== null && <small>{t('request.tagOf', { tag: destination_tag })}</small>}
      </span>
      <CoolOffChip booked={booked} />
    </Choice>
  );
}

function Quiet({ children }: { children: string }) {
  return <Typography sx={{ color: 'text.secondary', mt: 2 }}>{children}</Typography>;
}
