import { isClosedByPerson } from '../../domain/alerts/stages.ts';
import { DomainError } from '../../domain/errors.ts';
import { type AuditActor, type AuditEntry, audit } from '../audit/audit.ts';
import { alertsTable } from '../core/rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';

export interface Acknowledgement {
  readonly id: string;
  readonly by: AuditActor;
  readonly origin: AuditEntry['origin'];
  /** The measure being taken, for colleagues. */
  readonly note: string;
}

/**
 * Records that somebody looks into an alert: it no longer escalates, and webhook and PagerDuty hear of it. Said again,
 * it changes nothing, so that the first to come stays the one who is known.
 * @returns false if it was acknowledged before
 * @throws DomainError `not_found`; `illegal_transition` if it is resolved
 */
export async function acknowledgeAlert(tx: Tx, { id, by, origin, note }: Acknowledgement): Promise<boolean> {
  const alert = await lockUnresolved(tx, id);
  if (alert.acknowledgedAt !== null) return false;
  const taken = { acknowledgedAt: NOW, acknowledgedBy: by.name, acknowledgedNote: note.slice(0, 1_000), planAt: NOW };
  await alertsTable.update(tx, taken, { id });
  await audit(tx, {
    chain: 'staff',
    actor: by,
    origin,
    action: 'alert.acknowledged',
    target: { kind: 'alert', id, label: `${alert.kind} (${alert.subject})` },
    data: { note },
  });
  return true;
}

/**
 * Closes an alert whose cause only a person can judge; `note` says what the cause was. Repeated, it is refused as
 * resolved.
 * @throws DomainError `not_found`; `illegal_transition` if it is resolved, or closes by itself
 */
export async function closeAlert(tx: Tx, { id, by, origin, note }: Acknowledgement): Promise<void> {
  const alert = await lockUnresolved(tx, id);
  if (!isClosedByPerson(alert.kind)) {
    throw new DomainError('illegal_transition', { message: 'This alert closes by itself once its cause is gone.' });
  }
  const closed = { resolvedAt: NOW, resolvedBy: by.name, resolvedNote: note.slice(0, 1_000), planAt: NOW };
  await alertsTable.update(tx, closed, { id });
  await audit(tx, {
    chain: 'staff',
    actor: by,
    origin,
    action: 'alert.closed',
    target: { kind: 'alert', id, label: `${alert.kind} (${alert.subject})` },
    data: { note },
  });
}

async function lockUnresolved(tx: Tx, id: string) {
  const alert = await alertsTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (alert === undefined) throw new DomainError('not_found');
  if (alert.resolvedAt !== null) throw new DomainError('illegal_transition', { message: 'This alert is resolved.' });
  return alert;
}
