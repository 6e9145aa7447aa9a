import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { Claim } from '../../contract/claims.ts';
import { ClaimChip } from '../components/claim-chip.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Facts } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';

/** One claim as its merchant sees it. */
export function ClaimDetails({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const { gate_id, fees, status_reason, invoice_id } = claim;
  const coins = (amount: string | null) =>
    amount && (gate_id === null ? `${amount} ${claim.asset}` : coinsText(amount, gate_id));
  const copied = (value: string | null, label: string) => value && <CopyText value={value} label={label} clip />;
  return (
    <DialogFrame
      title={t('claims.about')}
      onClose={onClose}
      actions={
        <>
          {invoice_id && (
            <Button component={RouterLink} to={invoicePath(invoice_id)}>
              {t('claimList.invoice')}
            </Button>
          )}
          <Button variant="contained" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { label: t('claim.status'), value: <ClaimChip status={claim.status} /> },
          { label: t('claimList.why'), value: status_reason && t(`claimReason.${status_reason}`) },
          { label: t('claim.note'), value: claim.note },
          { label: t('claim.amount'), value: coins(claim.amount) },
          { label: t('claim.net'), value: coins(claim.net_amount) },
          {
            label: t('claim.fees'),
            value:
              fees && t('claim.fees.both', { service: coins(fees.service) ?? '', network: coins(fees.network) ?? '' }),
          },
          { label: t('claim.claimant'), value: t(`claim.claimant.${claim.claimant}`) },
          { label: t('claim.transaction'), value: copied(claim.txid, t('claim.transaction')) },
          { label: t('claim.address'), value: copied(claim.address, t('claim.address')) },
          { label: t('claim.tag'), value: claim.destination_tag },
          { label: t('claim.paidBy'), value: copied(claim.paid_txid, t('claim.paidBy')) },
          { label: t('claim.created'), value: formatMoment(claim.created_at) },
          { label: t('claim.closed'), value: claim.closed_at && formatMoment(claim.closed_at) },
        ]}
      />
    </DialogFrame>
  );
}
