import type { UpdateStatus } from '../../../domain/updates/update.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<UpdateStatus, ToneLook>> = {
  draft: { tone: 'warning', icon: 'file' },
  sending: { tone: 'primary', icon: 'hourglass' },
  sent: { tone: 'success', icon: 'checkCircle' },
  stopped: { tone: 'error', icon: 'crossCircle' },
  discarded: { tone: 'neutral', icon: 'slash' },
};

export function UpdateChip({ status }: { status: UpdateStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`updateStatus.${status}`)}</ToneChip>;
}
