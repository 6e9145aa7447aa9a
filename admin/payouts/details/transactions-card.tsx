import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Confirmations } from '../../components/confirmations.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';
import { outgoingAppearance } from '../payout-status.ts';

const List = styled('ul')({ display: 'grid', gap: 12 });
const Box = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 8,
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
}));

/** Every transaction that was signed for the payout, the newest first. Only one of them is ever paid. */
export function TransactionsCard({ payout }: { payout: SpaPayout }) {
  const newestFirst = [...payout.transactions].reverse();
  return (
    <Card title={t('payout.transactions', { smart_count: newestFirst.length })}>
      <CardBody>
        {newestFirst.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('payout.noTransaction')}</Typography>
        ) : (
          <List>
            {newestFirst.map((transaction) => (
              <Transaction key={transaction.txid} transaction={transaction} required={payout.confirmations.required} />
            ))}
          </List>
        )}
      </CardBody>
    </Card>
  );
}

interface TransactionProps {
  transaction: SpaPayout['transactions'][number];
  required: number;
}

function Transaction({ transaction: { txid, status, confirmations, explorer_url }, required }: TransactionProps) {
  const counts = status === 'sent' || status === 'mined' || status === 'confirmed';
  return (
    <Box>
      <div>
        <CopyText value={txid} label={t('payout.txid')} clip href={explorer_url ?? undefined} />
        <ToneChip {...outgoingAppearance[status]}>{t(`payout.transaction.${status}`)}</ToneChip>
      </div>
      {counts && <Confirmations current={confirmations} required={required} />}
      {status === 'replaced' && <Typography variant="caption">{t('payout.transaction.replacedText')}</Typography>}
    </Box>
  );
}
