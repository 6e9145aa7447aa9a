import type { Withdrawal } from '../../contract/withdrawals.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { payoutAppearance } from '../payouts/payout-status.ts';

/** The status as one word; a question from the bank is highlighted, because the merchant must answer it. */
export function WithdrawalStatusChip({ withdrawal }: { withdrawal: Pick<Withdrawal, 'status' | 'status_reason'> }) {
  const { status, status_reason } = withdrawal;
  if (status_reason === 'name_question') {
    return (
      <ToneChip tone="warning" icon="help">
        {t('withdrawal.status.question')}
      </ToneChip>
    );
  }
  return <ToneChip {...payoutAppearance[status]}>{t(`payout.status.${status}`)}</ToneChip>;
}
