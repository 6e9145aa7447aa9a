import { newId } from '../domain/ids.ts';
import type { Db, Tx } from './sequelize.ts';
import { execute } from './sql.ts';

/** Something an operator must know. One is open per kind and subject at most. */
export interface Alert {
  readonly kind: string;
  readonly subject: string;
  /** In words, with what to do about it. */
  readonly message: string;
}

/** Opens an alert; while one of the same kind and subject is open, nothing happens. */
export async function raiseAlert(on: Tx | Db, { kind, subject, message }: Alert): Promise<boolean> {
  const raised = await execute(
    on,
    `INSERT INTO alert (id, kind, subject, message) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING`,
    [newId(), kind, subject, message],
  );
  return raised > 0;
}

/** Closes the open alert of this kind and subject, if there is one. */
export async function resolveAlert(on: Tx | Db, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<boolean> {
  const resolved = await execute(
    on,
    'UPDATE alert SET resolved_at = now() WHERE kind = $1 AND subject = $2 AND resolved_at IS NULL',
    [kind, subject],
  );
  return resolved > 0;
}
