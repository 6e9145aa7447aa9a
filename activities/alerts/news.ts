import type { LeasedNotice } from '../../db/alerts/deliveries.ts';
import type { Severity } from '../../domain/alerts/kinds.ts';
import { type AlertStage, isConfidential, severityOf, titleOf } from '../../domain/alerts/stages.ts';

/** The content of a notice, without data that must not leave the gateway. */
export interface AlertNews {
  /** The same for every attempt, so that receivers recognize a repeat. */
  readonly id: string;
  readonly alertId: string;
  readonly stage: AlertStage;
  readonly event: AlertEvent;
  readonly kind: string;
  readonly title: string;
  readonly severity: Severity;
  readonly subject: string;
  readonly message: string;
  readonly runbook: string;
  readonly at: Date;
  readonly raisedAt: Date;
  /** Undefined unless the stage is about it. */
  readonly acknowledged: { readonly by: string; readonly note: string | null } | undefined;
  readonly wasEscalated: boolean;
}

export type AlertEvent = 'raised' | 'escalated' | 'acknowledged' | 'resolved';

/** The words for a notice. Messages and notes about people and suspicions stay in the gateway. */
export function newsOf(notice: LeasedNotice): AlertNews {
  const { alertId, stage, kind, subject, createdAt, raisedAt, acknowledgedBy, wasEscalated } = notice;
  const isSecret = isConfidential(kind);
  return {
    alertId,
    stage,
    kind,
    subject,
    raisedAt,
    wasEscalated,
    id: `${alertId}.${stage}`,
    event: eventOf(stage),
    title: titleOf(kind),
    severity: severityOf(kind),
    message: isSecret ? 'The details are confidential: staff can read them in the compliance console.' : notice.message,
    runbook: `docs/runbooks/${kind}.md`,
    at: createdAt,
    acknowledged:
      stage !== 'acknowledged' || acknowledgedBy === null
        ? undefined
        : { by: acknowledgedBy, note: isSecret ? null : notice.acknowledgedNote },
  };
}

/** Where staff see the alert, acknowledge it and read its runbook. */
export function pageOf(baseUrl: string, { alertId }: Pick<AlertNews, 'alertId'>): string {
  return `${baseUrl}/compliance/alerts/${alertId}`;
}

function eventOf(stage: AlertStage): AlertEvent {
  switch (stage) {
    case 'raised':
    case 'acknowledged':
    case 'resolved':
      return stage;
    case 'escalated_1':
    case 'escalated_2':
    case 'escalated_3':
      return 'escalated';
    default:
      return stage satisfies never;
  }
}
