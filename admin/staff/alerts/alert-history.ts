import type { AlertView } from '../../../contract/staff-alerts.ts';
import type { TimelineEntryProps } from '../../components/timeline.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { SEVERITY_LOOKS } from './alert-chips.tsx';

type Notice = AlertView['notices'][number];

/** The alert's events, newest first: raised, notified, acknowledged, resolved. */
export function historyOf(alert: AlertView): readonly TimelineEntryProps[] {
  const { severity, created_at, acknowledged_at, acknowledged_by, acknowledged_note, notices } = alert;
  const raised: TimelineEntryProps = {
    key: 'raised',
    at: created_at,
    title: t('alert.event.raised'),
    ...SEVERITY_LOOKS[severity],
  };
  const taken: TimelineEntryProps[] =
    acknowledged_at === null
      ? []
      : [
          {
            key: 'acknowledged',
            at: acknowledged_at,
            icon: 'eye',
            tone: 'primary',
            title: t('alert.event.acknowledged', { by: acknowledged_by ?? '' }),
            detail: acknowledged_note ?? '',
          },
        ];
  const steps = [raised, ...escalationsOf(notices), ...taken, ...endOf(alert), ...notices.map(noticeEntry)];
  // The sort is stable: of the same moment, an event comes before the notices about it.
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed();
}

function endOf({ resolved_at, resolved_by, resolved_note }: AlertView): TimelineEntryProps[] {
  if (resolved_at === null) return [];
  const title = resolved_by === null ? t('alert.event.resolved') : t('alert.event.closed', { by: resolved_by });
  const detail = resolved_note === null ? {} : { detail: resolved_note };
  return [{ key: 'resolved', at: resolved_at, icon: 'checkCircle', tone: 'success', title, ...detail }];
}

/** One entry for each step of the escalation, which notifies on several channels. */
function escalationsOf(notices: readonly Notice[]): TimelineEntryProps[] {
  const first = new Map<string, Notice>();
  for (const notice of notices) {
    if (stepOf(notice) !== null && !first.has(notice.stage)) first.set(notice.stage, notice);
  }
  return [...first.values()].map(({ stage, created_at }) => ({
    key: stage,
    at: created_at,
    icon: 'arrowUp',
    tone: 'error',
    title: t('alert.event.escalated'),
  }));
}

/** `escalated_2` → 2; null for other stages. */
function stepOf({ stage }: Pick<Notice, 'stage'>): number | null {
  switch (stage) {
    case 'escalated_1':
      return 1;
    case 'escalated_2':
      return 2;
    case 'escalated_3':
      return 3;
    case 'raised':
    case 'acknowledged':
    case 'resolved':
      return null;
    default:
      return stage satisfies never;
  }
}

function noticeEntry(notice: Notice): TimelineEntryProps {
  const { channel, stage, state, attempts, created_at, first_attempt_at, delivered_at } = notice;
  const isFailing = state === 'waiting' && attempts > 0 && notice.detail !== null;
  return {
    key: `${channel} ${stage}`,
    at: delivered_at ?? first_attempt_at ?? created_at,
    icon: state === 'delivered' ? ICONS[channel] : isFailing ? 'crossCircle' : state === 'dropped' ? 'slash' : 'clock',
    tone: state === 'delivered' ? 'success' : isFailing ? 'error' : 'neutral',
    title: titleOf(notice),
    detail: resultOf(notice),
  };
}

const ICONS = { mail: 'mail', webhook: 'webhook', pagerduty: 'users' } as const satisfies Record<
  Notice['channel'],
  TimelineEntryProps['icon']
>;

function titleOf(notice: Notice): string {
  const channel = t(`alert.channel.${notice.channel}`);
  const step = stepOf(notice);
  if (step !== null) return t('alert.notice.escalated', { channel, step });
  return t(`alert.notice.${notice.stage as 'raised' | 'acknowledged' | 'resolved'}`, { channel });
}

/** The result of a notice, in words. */
function resultOf({ state, attempts, sent_to, detail, next_attempt_at, created_at }: Notice): string {
  const mailboxes = sent_to.join(', ');
  const at = next_attempt_at === null ? '' : formatMoment(next_attempt_at);
  const tries = attempts > 1 ? t('alert.notice.attempts', { smart_count: attempts }) : '';
  switch (state) {
    case 'delivered': {
      const delivered = mailboxes === '' ? t('alert.notice.delivered') : t('alert.notice.deliveredTo', { mailboxes });
      return joined(delivered, tries);
    }
    case 'dropped': {
      const partly = mailboxes === '' ? '' : t('alert.notice.partly', { mailboxes });
      return joined(t('alert.notice.dropped', { detail: detail ?? '' }), partly, tries);
    }
    case 'waiting': {
      if (attempts === 0 && detail === null)
        return t(isOverdue(created_at) ? 'alert.notice.notSetUp' : 'alert.notice.unsent');
      if (attempts === 0) return t('alert.notice.waiting', { at, detail: detail ?? '' });
      if (detail === null) return joined(t('alert.notice.sending'), tries);
      const partly = mailboxes === '' ? '' : t('alert.notice.partly', { mailboxes });
      return joined(t('alert.notice.failing', { detail }), partly, tries, t('alert.notice.next', { at }));
    }
    default:
      return state satisfies never;
  }
}

/** A channel that is set up is tried within seconds; what nobody has tried for so long is not. */
function isOverdue(createdAt: string): boolean {
  return Date.now() - Date.parse(createdAt) > 10 * 60_000;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
