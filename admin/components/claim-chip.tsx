import type { ClaimStatus } from '../../domain/state/claim-status.ts';
import { t } from '../i18n/translate.ts';
import { ToneChip, type ToneLook } from './status-chip.tsx';

const LOOKS: Readonly<Record<ClaimStatus, ToneLook>> = {
  checking: { tone: 'neutral', icon: 'clock' },
  review: { tone: 'warning', icon: 'eye' },
  paying: { tone: 'primary', icon: 'hourglass' },
  done: { tone: 'success', icon: 'checkCircle' },
  declined: { tone: 'error', icon: 'crossCircle' },
  recorded: { tone: 'neutral', icon: 'file' },
};

export function ClaimChip({ status }: { status: ClaimStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`claimStatus.${status}`)}</ToneChip>;
}
