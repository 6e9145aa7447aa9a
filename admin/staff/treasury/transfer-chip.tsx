import type { StaffTransfer } from '../../../contract/staff-transfers.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<StaffTransfer['status'], ToneLook>> = {
  proposed: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'primary', icon: 'check' },
  sending: { tone: 'primary', icon: 'arc' },
  sent: { tone: 'primary', icon: 'arc' },
  arrived: { tone: 'success', icon: 'checkCircle' },
  failed: { tone: 'error', icon: 'crossCircle' },
  declined: { tone: 'neutral', icon: 'slash' },
};

/** Its status; one that takes too long says so. */
export function TransferChip({ transfer: { status, late } }: { transfer: StaffTransfer }) {
  const word = t(`transfers.status.${status}`);
  return late ? (
    <ToneChip tone="error" icon="alertCircle">
      {t('transfers.late', { status: word })}
    </ToneChip>
  ) : (
    <ToneChip {...LOOKS[status]}>{word}</ToneChip>
  );
}
