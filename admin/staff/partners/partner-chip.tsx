import type { ReferralStanding } from '../../../domain/partners/fraud.ts';
import type { PartnerStatus } from '../../../domain/state/partner-status.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

const LOOKS: Readonly<Record<PartnerStatus, ToneLook>> = {
  applied: { tone: 'warning', icon: 'eye' },
  in_review: { tone: 'primary', icon: 'hourglass' },
  approved: { tone: 'primary', icon: 'mail' },
  active: { tone: 'success', icon: 'checkCircle' },
  paused: { tone: 'warning', icon: 'clock' },
  ended: { tone: 'neutral', icon: 'slash' },
  declined: { tone: 'neutral', icon: 'slash' },
};

export function PartnerChip({ status }: { status: PartnerStatus }) {
  return <ToneChip {...LOOKS[status]}>{t(`partnerStatus.${status}`)}</ToneChip>;
}

const STANDINGS: Readonly<Record<ReferralStanding, ToneLook>> = {
  counted: { tone: 'success', icon: 'check' },
  held: { tone: 'warning', icon: 'warning' },
  refused: { tone: 'neutral', icon: 'slash' },
};

export function StandingChip({ standing }: { standing: ReferralStanding }) {
  return <ToneChip {...STANDINGS[standing]}>{t(`referralStanding.${standing}`)}</ToneChip>;
}
