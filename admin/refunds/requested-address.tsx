import { styled } from '@mui/material/styles';
import type { RefundRequest } from '../../contract/refund-request.ts';
import { CopyText } from '../components/copy-text.tsx';
import { t } from '../i18n/translate.ts';

const Box = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: 0,
  padding: 12,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.default,
  '& dt': { ...theme.typography.caption, color: theme.palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0 },
}));

/** Where the payer wants the money back to: known to be the payer's own, as only the mailed link could say it. */
export function RequestedAddress({ request: { address, destination_tag } }: { request: RefundRequest }) {
  return (
    <Box>
      <dt>{t('refundRequest.address')}</dt>
      <dd>
        <CopyText value={address} label={t('refundRequest.address')} />
      </dd>
      {destination_tag !== null && (
        <>
          <dt>{t('target.tag')}</dt>
          <dd>
            <CopyText value={destination_tag} label={t('target.tag')} />
          </dd>
        </>
      )}
    </Box>
  );
}
