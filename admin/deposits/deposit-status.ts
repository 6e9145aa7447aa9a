import type { Deposit } from '../../contract/deposits.ts';
import type { DepositStatus } from '../../domain/state/deposit-status.ts';
import { gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { t } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';

interface Appearance {
  readonly tone: Tone;
  readonly icon: IconName;
}

/** How each status of a deposit looks. Red means that something went wrong. */
export const depositAppearance: Readonly<Record<DepositStatus, Appearance>> = {
  created: { tone: 'neutral', icon: 'plusCircle' },
  pending: { tone: 'neutral', icon: 'clock' },
  confirming: { tone: 'primary', icon: 'arc' },
  processing: { tone: 'primary', icon: 'arc' },
  done: { tone: 'success', icon: 'checkCircle' },
  error: { tone: 'error', icon: 'crossCircle' },
};

type Shown = Pick<Deposit, 'status' | 'status_reason' | 'amount' | 'minimum' | 'gate_id' | 'conversion'>;

/** Whether it waits until further payments bring it to the minimum. */
export function isGathering({ status_reason }: Pick<Deposit, 'status_reason'>): boolean {
  return status_reason === 'below_minimum';
}

/** Explains the status reason to the merchant in one sentence; null where the status needs no explanation. */
export function depositReason({ status, status_reason: reason, amount, minimum, gate_id }: Shown): string | null {
  const coins = (text: string) => coinsText(text, gate_id);
  switch (reason) {
    case null:
      return null;
    case 'below_minimum':
      return t('deposit.reason.below_minimum', { amount: coins(amount), minimum: coins(minimum) });
    case 'resolved_by_operator':
      return t(status === 'done' ? 'deposit.reason.resolved_part' : 'deposit.reason.resolved');
    case 'awaiting_finality':
    case 'reorganized':
    case 'replaced':
    case 'dropped':
    case 'failed':
      return t(`deposit.reason.${reason}`);
    case 'conversion_waiting':
      return t('deposit.reason.conversion_waiting');
    case 'conversion_given_up':
    case 'conversion_not_possible':
      return t('deposit.reason.conversion_not_possible', { asset: gateName(gate_id) });
    default:
      // A newer server may know more reasons.
      return null;
  }
}
