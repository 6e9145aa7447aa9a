import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { ToneChip, type ToneLook } from '../components/status-chip.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';

const LOOKS: Readonly<Record<PaymentMethod['status'], ToneLook>> = {
  pending: { tone: 'warning', icon: 'clock' },
  error: { tone: 'error', icon: 'crossCircle' },
  active: { tone: 'success', icon: 'checkCircle' },
  paused: { tone: 'neutral', icon: 'hourglass' },
  deleted: { tone: 'neutral', icon: 'slash' },
};

export function MethodStatusChip({ status }: Pick<PaymentMethod, 'status'>) {
  return <ToneChip {...LOOKS[status]}>{t(`method.status.${status}`)}</ToneChip>;
}

/** Says until when a new address is locked; null once it can be paid to. */
export function coolOffWords({ usable_from }: Pick<PaymentMethod, 'usable_from'>, nowMs = Date.now()): string | null {
  if (usable_from === null || Date.parse(usable_from) <= nowMs) return null;
  return t('method.coolOff', { time: formatMoment(usable_from) });
}
