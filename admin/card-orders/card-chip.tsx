import type { SpaCardOrder } from '../../contract/card-orders.ts';
import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import { ToneChip, type ToneLook } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';

/** How each status looks. Red means that money or coins went back or went wrong. */
export const CARD_LOOKS: Readonly<Record<CardOrderStatus, ToneLook>> = {
  draft: { tone: 'neutral', icon: 'plusCircle' },
  placing: { tone: 'neutral', icon: 'arc' },
  identity: { tone: 'neutral', icon: 'users' },
  payment: { tone: 'neutral', icon: 'clock' },
  processing: { tone: 'primary', icon: 'arc' },
  sending: { tone: 'primary', icon: 'hourglass' },
  delivered: { tone: 'success', icon: 'checkCircle' },
  charged_back: { tone: 'error', icon: 'back' },
  declined: { tone: 'neutral', icon: 'slash' },
  rejected: { tone: 'neutral', icon: 'slash' },
  expired: { tone: 'neutral', icon: 'slash' },
  refunded: { tone: 'neutral', icon: 'back' },
  canceled: { tone: 'neutral', icon: 'slash' },
  failed: { tone: 'error', icon: 'crossCircle' },
};

/** The status in a word; one whose end is unclear says that first. */
export function CardChip({
  order: { status, needs_operator },
}: {
  order: Pick<SpaCardOrder, 'status' | 'needs_operator'>;
}) {
  if (needs_operator) {
    return (
      <ToneChip tone="warning" icon="eye">
        {t('cardStatus.needsOperator')}
      </ToneChip>
    );
  }
  return <ToneChip {...CARD_LOOKS[status]}>{t(`cardStatus.${status}`)}</ToneChip>;
}
