import type { ApplicationStatus } from '../../../domain/forms/application.ts';
import type { ContactStatus } from '../../../domain/forms/contact.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<ContactStatus, ToneLook>> = {
  new: { tone: 'warning', icon: 'eye' },
  in_progress: { tone: 'primary', icon: 'hourglass' },
  answered: { tone: 'success', icon: 'checkCircle' },
  spam: { tone: 'neutral', icon: 'slash' },
};

export function ContactChip({ status }: { status: ContactStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`contactStatus.${status}`)}</ToneChip>;
}

const APPLICATION_LOOKS: Readonly<Record<ApplicationStatus, ToneLook>> = {
  invited: { tone: 'primary', icon: 'hourglass' },
  expired: { tone: 'neutral', icon: 'clock' },
  opened: { tone: 'success', icon: 'checkCircle' },
};

export function ApplicationChip({ status }: { status: ApplicationStatus }) {
  return <ToneChip {...APPLICATION_LOOKS[status]}>{t(`applicationStatus.${status}`)}</ToneChip>;
}
