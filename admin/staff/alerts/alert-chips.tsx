import type { AlertLine } from '../../../contract/staff-alerts.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { t } from '../../i18n/translate.ts';

export const SEVERITY_LOOKS = {
  critical: { tone: 'error', icon: 'warning' },
  warning: { tone: 'warning', icon: 'alertCircle' },
  info: { tone: 'primary', icon: 'help' },
} as const satisfies Record<AlertLine['severity'], ToneLook>;

export function SeverityChip({ severity }: Pick<AlertLine, 'severity'>) {
  return <ToneChip {...SEVERITY_LOOKS[severity]}>{t(`severity.${severity}`)}</ToneChip>;
}

const STATUS_LOOKS = {
  open: { tone: 'warning', icon: 'clock' },
  escalated: { tone: 'error', icon: 'arrowUp' },
  acknowledged: { tone: 'primary', icon: 'eye' },
  resolved: { tone: 'success', icon: 'checkCircle' },
} as const satisfies Record<string, ToneLook>;

/** An open alert that has escalated says so; later it no longer matters. */
export function AlertStatusChip({ status, escalated }: Pick<AlertLine, 'status' | 'escalated'>) {
  const shown = status === 'open' && escalated ? 'escalated' : status;
  return <ToneChip {...STATUS_LOOKS[shown]}>{t(`alertStatus.${shown}`)}</ToneChip>;
}
