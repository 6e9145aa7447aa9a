import type { AlertLine, AlertView } from '../../contract/staff-alerts.ts';
import type { AlertRow } from '../../db/alerts/read.ts';
import type { NoticeRow } from '../../db/alerts/rows.ts';
import { isClosedByPerson, titleOf } from '../../domain/alerts/stages.ts';

export function presentAlertLine(alert: AlertRow): AlertLine {
  const { id, kind, severity, status, subject, createdAt, isEscalated, acknowledgedBy } = alert;
  return {
    id,
    kind,
    title: titleOf(kind),
    severity,
    status,
    subject,
    created_at: createdAt.toISOString(),
    escalated: isEscalated,
    acknowledged_by: acknowledgedBy,
  };
}

export function presentAlert(alert: AlertRow, notices: readonly NoticeRow[]): AlertView {
  const { kind, message, acknowledgedAt, acknowledgedNote, resolvedAt, resolvedBy, resolvedNote } = alert;
  return {
    ...presentAlertLine(alert),
    message,
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    acknowledged_note: acknowledgedNote,
    resolved_at: resolvedAt?.toISOString() ?? null,
    resolved_by: resolvedBy,
    resolved_note: resolvedNote,
    closable: resolvedAt === null && isClosedByPerson(kind),
    notices: notices.map(presentNotice),
  };
}

/** Addresses of webhooks and keys are settings of the workers and no part of it: the channel says enough. */
function presentNotice(notice: NoticeRow): AlertView['notices'][number] {
  const { channel, stage, state, attempts, sentTo, lastError, createdAt, deliveredAt } = notice;
  return {
    channel,
    stage,
    state,
    attempts,
    sent_to: [...sentTo],
    detail: lastError,
    created_at: createdAt.toISOString(),
    first_attempt_at: notice.firstAttemptAt?.toISOString() ?? null,
    next_attempt_at: state === 'waiting' ? notice.nextAttemptAt.toISOString() : null,
    delivered_at: deliveredAt?.toISOString() ?? null,
  };
}
