import type { Deposit } from '../../contract/deposits.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { depositAppearance, isGathering } from './deposit-status.ts';

/** The status in a word; one that waits for further payments says so. */
export function DepositStatusChip({ deposit }: { deposit: Pick<Deposit, 'status' | 'status_reason'> }) {
  if (isGathering(deposit)) {
    return (
      <ToneChip tone="neutral" icon="hourglass">
        {t('deposit.status.gathering')}
      </ToneChip>
    );
  }
  return <ToneChip {...depositAppearance[deposit.status]}>{t(`deposit.status.${deposit.status}`)}</ToneChip>;
}
