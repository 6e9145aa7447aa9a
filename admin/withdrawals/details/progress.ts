import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import type { StepState } from '../../payouts/payout-path.ts';

export interface ProgressStep {
  readonly key: 'requested' | 'approved' | 'cooled' | 'sent' | 'arrived';
  readonly state: StepState;
  readonly title: string;
  /** The reason why it waits now, or how it ended here. */
  readonly text: string | null;
  readonly at: string | null;
}

export type ProgressFacts = Pick<
  SpaWithdrawal,
  | 'status'
  | 'status_reason'
  | 'status_words'
  | 'method'
  | 'timeline'
  | 'approval_required'
  | 'not_before'
  | 'created_at'
  | 'approved_at'
  | 'completed_at'
  | 'canceled_at'
>;

type StepKey = ProgressStep['key'];

/** The past steps of a withdrawal, the current one and those to come; one that ended has none to come. */
export function progressOf(withdrawal: ProgressFacts): ProgressStep[] {
  const { status, method } = withdrawal;
  const keys = stepsOf(withdrawal);
  const here = keys.indexOf(placeOf(withdrawal));
  const hasEnded = status === 'canceled' || status === 'error';
  return (hasEnded ? keys.slice(0, here + 1) : keys).map((key, index) => {
    const state = stateOf(index, here, status);
    const words = key === 'sent' || key === 'arrived' ? (`${key}.${method.type}` as const) : key;
    return {
      key,
      state,
      title: t(`withdrawal.step.${words}`),
      text: textOf(key, state, withdrawal),
      at: state === 'done' || state === 'ended' ? timeOf(key, state, withdrawal) : null,
    };
  });
}

/** Why it is where it is: our words, and what the bank or the network said of it. */
export function withdrawalReason({
  status_reason,
  status_words,
}: Pick<ProgressFacts, 'status_reason' | 'status_words'>): string {
  if (status_reason === null) return '';
  const ours = translateOr(`withdrawal.reason.${status_reason}`, translateOr(`payout.reason.${status_reason}`, ''));
  return [ours, status_words].filter(Boolean).join(' ');
}

/** An approval and a cool-off are steps only where there is one. */
function stepsOf({ approval_required, not_before }: ProgressFacts): StepKey[] {
  return [
    'requested',
    ...(approval_required ? (['approved'] as const) : []),
    ...(not_before === null ? [] : (['cooled'] as const)),
    'sent',
    'arrived',
  ];
}

function placeOf({
  status,
  status_reason,
  approval_required,
  approved_at,
  not_before,
  timeline,
}: ProgressFacts): StepKey {
  switch (status) {
    case 'new':
      return approval_required ? 'approved' : 'sent';
    case 'pending':
      return not_before !== null && status_reason === 'cooling_off' ? 'cooled' : 'sent';
    case 'queue':
      return 'sent';
    case 'confirming':
    case 'done':
      return 'arrived';
    case 'canceled':
      return approval_required && approved_at === null ? 'approved' : 'sent';
    case 'error':
      return timeline.some((moment) => moment.status === 'confirming') ? 'arrived' : 'sent';
    default:
      return status satisfies never;
  }
}

function stateOf(index: number, here: number, status: ProgressFacts['status']): StepState {
  if (index !== here) return index < here ? 'done' : 'later';
  if (status === 'done') return 'done';
  return status === 'canceled' || status === 'error' ? 'ended' : 'now';
}

function textOf(key: StepKey, state: StepState, withdrawal: ProgressFacts): string | null {
  const { status, not_before, method } = withdrawal;
  const why = withdrawalReason(withdrawal);
  if (state === 'ended') return why || t(status === 'canceled' ? 'withdrawal.canceled' : 'withdrawal.error');
  if (state !== 'now') return null;
  if (key === 'cooled') return t('withdrawal.cooling', { time: not_before === null ? '' : formatMoment(not_before) });
  if (why) return why;
  return key === 'approved'
    ? t('withdrawal.waits.approved')
    : t(`withdrawal.waits.${key as 'sent' | 'arrived'}.${method.type}`);
}

function timeOf(key: StepKey, state: StepState, withdrawal: ProgressFacts): string | null {
  const { created_at, approved_at, not_before, completed_at, canceled_at, timeline } = withdrawal;
  if (state === 'ended') return canceled_at ?? timeline.at(-1)?.at ?? null;
  switch (key) {
    case 'requested':
      return created_at;
    case 'approved':
      return approved_at;
    case 'cooled':
      return not_before;
    case 'sent':
      return timeline.find(({ status }) => status === 'confirming')?.at ?? null;
    case 'arrived':
      return completed_at;
    default:
      return key satisfies never;
  }
}
