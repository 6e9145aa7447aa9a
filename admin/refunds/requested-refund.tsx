import { styled } from '@mui/material/styles';
import type { RefundRequest } from '../../contract/refund-request.ts';
import { CopyText } from '../components/copy-text.tsx';
import { formatFiat } from '../i18n/format.ts';
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
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& dd + dt': { marginTop: 4 },
}));

/**
 * The amount that the shop prepared, if it did, and where the payer wants it: an address that is known to be the
 * payer's own, as only a link could give it.
 */
export function RequestedRefund({ request: { address, destination_tag, prepared } }: { request: RefundRequest }) {
  return (
    <Box>
      {prepared !== null && (
        <>
          <dt>{t('refundRequest.amount')}</dt>
          <dd>
            <strong>{formatFiat(prepared.amount, prepared.currency)}</strong>
          </dd>
        </>
      )}
      {prepared !== null && prepared.name !== null && (
        <>
          <dt>{t('refundRequest.name')}</dt>
          <dd>{prepared.name}</dd>
        </>
      )}
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
