import type { SpaPayout } from '../../contract/payouts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';

export type StepState = 'done' | 'now' | 'later' | 'ended';

export interface PathStep {
  readonly key: 'asked' | 'approved' | 'cooled' | 'sent' | 'confirmed' | 'arrived';
  readonly state: StepState;
  readonly title: string;
  /** The reason why it waits now, or how it ended here. */
  readonly text: string | null;
  readonly at: string | null;
}

export type PathPayout = Pick<
  SpaPayout,
  | 'timeline'
  | 'status'
  | 'approval_required'
  | 'not_before'
  | 'txid'
  | 'confirmations'
  | 'created_at'
  | 'approved_at'
  | 'completed_at'
  | 'canceled_at'
> & {
  /** A newer server may know reasons that this page does not. */
  readonly status_reason: string | null;
  /** Absent from what an older server says. */
  readonly status_words?: string | null;
};

/**
 * The way of a payout in steps: what is behind it, what it waits for now, and what is still to come. One that ended
 * early has no steps behind its end.
 */
export function pathOf(payout: PathPayout): PathStep[] {
  const keys = stepsOf(payout);
  const here = keys.indexOf(placeOf(payout));
  const hasEnded = payout.status === 'canceled' || payout.status === 'error';
  const shown = hasEnded ? keys.slice(0, here + 1) : keys;
  return shown.map((key, index) => {
    const state = stateOf(index, here, payout);
    return {
      key,
      state,
      title: t(`payout.path.${key}.${state === 'done' ? 'done' : 'open'}`),
      text: textOf(key, state, payout),
      at: state === 'done' || state === 'ended' ? timeOf(key, state, payout) : null,
    };
  });
}

type StepKey = PathStep['key'];

/** An approval and a cool-off are steps only where there is one. */
function stepsOf({ approval_required, not_before }: PathPayout): StepKey[] {
  return [
    'asked',
    ...(approval_required ? (['approved'] as const) : []),
    ...(not_before === null ? [] : (['cooled'] as const)),
    'sent',
    'confirmed',
    'arrived',
  ];
}

/** The step that the payout is at, or at which it ended. */
function placeOf({ status, approval_required, approved_at, not_before, txid }: PathPayout): StepKey {
  switch (status) {
    case 'new':
      return approval_required ? 'approved' : 'sent';
    case 'pending':
      return not_before === null ? 'sent' : 'cooled';
    case 'queue':
      return 'sent';
    case 'confirming':
      return 'confirmed';
    case 'done':
      return 'arrived';
    case 'canceled':
      if (approved_at === null && approval_required) return 'approved';
      return not_before === null ? 'sent' : 'cooled';
    case 'error':
      return txid === null ? 'sent' : 'confirmed';
    default:
      return status satisfies never;
  }
}

function stateOf(index: number, here: number, { status }: PathPayout): StepState {
  if (index < here) return 'done';
  if (index > here) return 'later';
  if (status === 'done') return 'done';
  return status === 'canceled' || status === 'error' ? 'ended' : 'now';
}

function textOf(key: StepKey, state: StepState, payout: PathPayout): string | null {
  const { status, not_before, confirmations } = payout;
  const why = reasonText(payout);
  if (state === 'ended') return why || t(status === 'canceled' ? 'payout.path.canceled' : 'payout.path.error');
  if (state !== 'now') return null;
  if (key === 'cooled')
    return t('payout.path.cooled.now', { time: not_before === null ? '' : formatMoment(not_before) });
  if (key === 'confirmed') {
    const { current, required } = confirmations;
    return [t('payout.path.confirmed.now', { current: Math.min(current, required), required }), why]
      .filter(Boolean)
      .join(' ');
  }
  if (key === 'sent' && payout.txid !== null) return [t('payout.path.sent.signed'), why].filter(Boolean).join(' ');
  return why || t(key === 'approved' ? 'payout.path.approved.now' : 'payout.path.sent.now');
}

/** Why it is where it is, and what signer or network said of that; empty where nothing is to be said. */
export function reasonText({
  status_reason,
  status_words = null,
}: Pick<PathPayout, 'status_reason' | 'status_words'>): string {
  const why = status_reason === null ? '' : translateOr(`payout.reason.${status_reason}`, '');
  return [why, status_words].filter(Boolean).join(' ');
}

function timeOf(key: StepKey, state: StepState, payout: PathPayout): string | null {
  if (state === 'ended') return payout.canceled_at;
  switch (key) {
    case 'asked':
      return payout.created_at;
    case 'approved':
      return payout.approved_at;
    case 'cooled':
      return payout.not_before;
    case 'sent':
      return payout.timeline.find(({ status }) => status === 'confirming')?.at ?? null;
    case 'confirmed':
    case 'arrived':
      return payout.completed_at;
    default:
      return key satisfies never;
  }
}
