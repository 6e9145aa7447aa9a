import type { ApplicationStatus } from '../../../domain/forms/application.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<ApplicationStatus, ToneLook>> = {
  invited: { tone: 'primary', icon: 'hourglass' },
  expired: { tone: 'neutral', icon: 'clock' },
  opened: { tone: 'success', icon: 'checkCircle' },
};

export function ApplicationChip({ status }: { status: ApplicationStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`applicationStatus.${status}`)}</ToneChip>;
}
