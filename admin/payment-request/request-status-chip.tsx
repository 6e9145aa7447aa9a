import type { RequestStatus } from '../../domain/payment-requests/status.ts';
import { ToneChip, type ToneLook } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';

/** How each status of a request looks. */
const APPEARANCE: Readonly<Record<RequestStatus, ToneLook>> = {
  sent: { tone: 'neutral', icon: 'mail' },
  paying: { tone: 'primary', icon: 'arc' },
  paid: { tone: 'success', icon: 'checkCircle' },
  expired: { tone: 'neutral', icon: 'hourglass' },
  canceled: { tone: 'neutral', icon: 'slash' },
};

export function RequestStatusChip({ status }: { status: RequestStatus }) {
  return <ToneChip {...APPEARANCE[status]}>{t(`paymentRequest.status.${status}`)}</ToneChip>;
}
