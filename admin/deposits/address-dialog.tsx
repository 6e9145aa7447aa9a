import './deposit-words.ts';
import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { StaticAddress } from '../../contract/deposits.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { t } from '../i18n/translate.ts';
import { AddressDetails } from './address-details.tsx';
import { depositsOfPath } from './deposit-paths.ts';

/** Everything about one address, to be shown or sent to its customer. */
export function AddressDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useGetOne<StaticAddress>('addresses', { id });
  return (
    <DialogFrame
      title={data ? t('address.titleOf', { reference: data.reference }) : t('address.title')}
      onClose={onClose}
      isWide
      actions={
        <>
          {data && (
            <Button component={RouterLink} to={depositsOfPath(data.reference)}>
              {t('address.deposits')}
            </Button>
          )}
          <Button onClick={onClose}>{t('action.close')}</Button>
        </>
      }
    >
      {data ? (
        <AddressDetails address={data} />
      ) : isPending ? (
        <ListLoading label={t('address.loading')} rows={5} />
      ) : (
        <ListError title={t('address.failed')} error={error} onRetry={() => void refetch()} />
      )}
    </DialogFrame>
  );
}
