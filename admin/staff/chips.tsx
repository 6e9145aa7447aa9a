import type { CaseStatus } from '../../domain/compliance/case.ts';
import { ToneChip, type ToneLook } from '../components/status-chip.tsx';
import { t, translateOr } from '../i18n/translate.ts';

const CASE_LOOKS: Readonly<Partial<Record<CaseStatus, ToneLook>>> = {
  review: { tone: 'primary', icon: 'eye' },
  rechecking: { tone: 'primary', icon: 'eye' },
  more_requested: { tone: 'warning', icon: 'back' },
  renewal: { tone: 'warning', icon: 'back' },
  approved: { tone: 'success', icon: 'check' },
  production: { tone: 'success', icon: 'checkCircle' },
  suspended: { tone: 'error', icon: 'lock' },
  declined: { tone: 'error', icon: 'crossCircle' },
  expired: { tone: 'neutral', icon: 'hourglass' },
};

export function CaseChip({ status }: { status: CaseStatus }) {
  const { tone, icon } = CASE_LOOKS[status] ?? { tone: 'neutral', icon: 'clock' };
  return (
    <ToneChip tone={tone} icon={icon}>
      {t(`caseStatus.${status}`)}
    </ToneChip>
  );
}

const RISK_LOOKS: Readonly<Record<string, ToneLook>> = {
  // Not green: names may still be unchecked, which the case says beside it.
  low: { tone: 'neutral', icon: 'check' },
  medium: { tone: 'warning', icon: 'alertCircle' },
  high: { tone: 'error', icon: 'warning' },
};

export function RiskChip({ level }: { level: string | null }) {
  const { tone, icon } = RISK_LOOKS[level ?? ''] ?? { tone: 'neutral', icon: 'help' };
  return (
    <ToneChip tone={tone} icon={icon}>
      {translateOr(`risk.${level ?? 'unknown'}`, t('risk.unknown'))}
    </ToneChip>
  );
}

/** Beside the risk for as long as the names of a case are not cleared: the points alone say nothing about them. */
export function NotClearedChip() {
  return (
    <ToneChip tone="error" icon="warning">
      {t('risk.notCleared')}
    </ToneChip>
  );
}

const OPERATION_LOOKS = {
  suspended: { tone: 'warning', icon: 'lock' },
  reported: { tone: 'primary', icon: 'file' },
  released: { tone: 'success', icon: 'checkCircle' },
} as const satisfies Record<string, ToneLook>;

export function OperationChip({ status, overdue }: { status: keyof typeof OPERATION_LOOKS; overdue: boolean }) {
  if (overdue) {
    return (
      <ToneChip tone="error" icon="warning">
        {t('operationStatus.overdue')}
      </ToneChip>
    );
  }
  const { tone, icon } = OPERATION_LOOKS[status];
  return (
    <ToneChip tone={tone} icon={icon}>
      {t(`operationStatus.${status}`)}
    </ToneChip>
  );
}

const REPORT_LOOKS = {
  draft: { tone: 'warning', icon: 'file' },
  filed: { tone: 'success', icon: 'checkCircle' },
  dismissed: { tone: 'neutral', icon: 'slash' },
} as const satisfies Record<string, ToneLook>;

export function ReportChip({ status }: { status: keyof typeof REPORT_LOOKS }) {
  const { tone, icon } = REPORT_LOOKS[status];
  return (
    <ToneChip tone={tone} icon={icon}>
      {t(`reportStatus.${status}`)}
    </ToneChip>
  );
}
