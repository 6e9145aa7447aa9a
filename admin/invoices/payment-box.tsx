import { styled } from '@mui/material/styles';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { gates } from '../../domain/assets/assets.ts';
import { Confirmations } from '../components/confirmations.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { transactionAppearance } from '../components/invoice-status.ts';
import { Coins } from '../components/money.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  marginTop: 8,
  padding: 12,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.default,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
  },
  '& strong': { fontWeight: 600 },
}));

/** The current state of one incoming transaction. */
export function PaymentBox({ transaction }: { transaction: SpaInvoice['transactions'][number] }) {
  const { amount, gate_id, status, confirmations, txid, explorer_url } = transaction;
  const counts = status === 'seen' || status === 'mined' || status === 'confirmed';
  return (
    <Box>
      <div>
        <strong>
          <Coins amount={amount} gateId={gate_id} />
        </strong>
        <ToneChip {...transactionAppearance[status]}>{t(`transaction.${status}`)}</ToneChip>
      </div>
      <div>
        {counts ? <Confirmations current={confirmations} required={gates[gate_id].confirmations} /> : <span />}
        <CopyText value={txid} label={t('facts.txLabel')} clip href={explorer_url || undefined} />
      </div>
    </Box>
  );
}
