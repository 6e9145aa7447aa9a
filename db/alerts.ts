import type { AlertKind } from '../domain/alerts/kinds.ts';
import { newId } from '../domain/ids.ts';
import { alertsTable } from './rows.ts';
import type { Db, Tx } from './sequelize.ts';
import { execute } from './sql.ts';
import { NOW } from './table.ts';

/** Something that needs an operator's attention. */
export interface Alert {
  readonly kind: AlertKind;
  /** The subject, e.g. a network: each kind and subject has at most one open alert. */
  readonly subject: string;
  readonly message: string;
}

/** Opens an alert, unless one of the kind about the subject is open. @returns whether it is new. */
export async function raiseAlert(on: Tx | Db, { kind, subject, message }: Alert): Promise<boolean> {
  const insert = `INSERT INTO alert (id, kind, subject, message) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING`;
  return (await execute(on, insert, [newId(), kind, subject, message.slice(0, 2_000)])) === 1;
}

/** Closes the open alert of the kind about the subject. @returns whether there was one. */
export async function resolveAlert(on: Tx | Db, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<boolean> {
  return (await alertsTable.update(on, { resolvedAt: NOW }, { kind, subject, resolvedAt: null })) === 1;
}
