import { DomainError } from '../../domain/errors.ts';
import { type AuditActor, type AuditEntry, audit } from '../audit/audit.ts';
import { alertsTable } from '../rows.ts';
import type { Tx } from '../sequelize.ts';
import { NOW } from '../table.ts';

export interface Acknowledgement {
  readonly id: string;
  readonly by: AuditActor;
  readonly origin: AuditEntry['origin'];
  /** What is being done about it, for colleagues. */
  readonly note: string;
}

/**
 * Records that somebody looks into an alert: it no longer escalates, and webhook and PagerDuty hear of it. Said again,
 * it changes nothing, so that the first to come stays the one who is known.
 * @returns false if it was acknowledged before
 * @throws DomainError `not_found`; `illegal_transition` if it is resolved
 */
export async function acknowledgeAlert(tx: Tx, { id, by, origin, note }: Acknowledgement): Promise<boolean> {
  const alert = await alertsTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (alert === undefined) throw new DomainError('not_found');
  if (alert.resolvedAt !== null) throw new DomainError('illegal_transition', { message: 'This alert is resolved.' });
  if (alert.acknowledgedAt !== null) return false;
  const taken = { acknowledgedAt: NOW, acknowledgedBy: by.name, acknowledgedNote: note.slice(0, 1_000), planAt: NOW };
  await alertsTable.update(tx, taken, { id });
  await audit(tx, {
    ...{ chain: 'staff', actor: by, origin, action: 'alert.acknowledged' },
    target: { kind: 'alert', id, label: `${alert.kind} (${alert.subject})` },
    data: { note },
  });
  return true;
}
