import type { SpaPayoutRow } from '../../contract/payouts.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { payoutAppearance } from './payout-status.ts';

/** The status in a word; while the network confirms, with the count. */
export function PayoutStatusChip({ payout }: { payout: Pick<SpaPayoutRow, 'status' | 'confirmations'> }) {
  const { status, confirmations } = payout;
  const word = t(`payout.status.${status}`);
  const { current, required } = confirmations;
  const detail =
    status === 'confirming' ? t('confirmations.of', { current: Math.min(current, required), required }) : null;
  return <ToneChip {...payoutAppearance[status]}>{detail ? `${word} ${detail}` : word}</ToneChip>;
}
