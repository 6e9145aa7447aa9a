import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { StaticAddress } from '../../contract/deposits.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { AddressDetails } from './address-details.tsx';
import { DEPOSITS_PATH } from './deposit-paths.ts';

/** The address, ready to be handed to the customer. */
export function Created({ address, onAnother }: { address: StaticAddress; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: reading goes on here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Fields>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 0 } }}>
        {t('address.titleOf', { reference: address.reference })}
      </Typography>
      <AddressDetails address={address} />
      <Actions>
        <Button variant="contained" component={RouterLink} to={DEPOSITS_PATH}>
          {t('newDeposit.view')}
        </Button>
        <Button variant="text" onClick={onAnother}>
          {t('newDeposit.another')}
        </Button>
      </Actions>
    </Fields>
  );
}
