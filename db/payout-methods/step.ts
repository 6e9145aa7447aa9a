import { DomainError } from '../../domain/errors.ts';
import { ruleFor } from '../../domain/process/table.ts';
import { type MethodEvent, type MethodStatus, methodTable } from '../../domain/state/payment-method.ts';
import { type Machine, transition } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { execute, maybeOne } from '../sql.ts';

export interface ApplyMethodEvent {
  readonly id: string;
  /** Whose method it must be. */
  readonly profileId: string;
  readonly event: MethodEvent;
  readonly nowMs: number;
}

/**
 * Changes the status of a payment method, in the caller's transaction: confirmations stand with `confirm` and fall with
 * `update`.
 * @throws DomainError `not_found`, `illegal_transition`
 */
export async function applyMethodEvent(tx: Tx, { id, profileId, event, nowMs }: ApplyMethodEvent): Promise<void> {
  const { version } = await locked(tx, id, profileId);
  await transition(tx, machineFor(profileId), { id, cause: `${event.type}:${version}`, event, nowMs });
}

interface Facts {
  readonly id: string;
  readonly status: MethodStatus;
  readonly version: number;
}

interface Outcome {
  readonly status: MethodStatus;
  readonly event: MethodEvent;
}

function machineFor(profileId: string): Machine<Facts, MethodEvent, Outcome, { status: MethodStatus }> {
  return {
    entity: 'payment_method',
    load: (tx, id) => locked(tx, id, profileId),
    decide: ({ status }, event) => {
      const { to } = ruleFor(methodTable, { status, event: event.type, position: null });
      if (to === 'before') throw new Error('A payment method returns to no earlier status.');
      return { status: to === 'same' ? status : to, event };
    },
    save: async (tx, { id }, { status, event }) => {
      await execute(tx, saveSql, [
        id,
        status,
        event.type === 'refuse' ? event.reason : null,
        event.type === 'confirm',
        event.type === 'update',
      ]);
      return { status };
    },
  };
}

async function locked(tx: Tx, id: string, profileId: string): Promise<Facts> {
  const sql = `SELECT id, status, version FROM payment_method WHERE id = $1 AND profile_id = $2 AND status <> 'deleted' FOR NO KEY UPDATE`;
  const row = await maybeOne<Facts>(tx, sql, [id, profileId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const saveSql = `
  UPDATE payment_method SET status = $2, status_reason = $3, version = version + 1, updated_at = now(),
    ownership_confirmed_at = CASE WHEN $4 THEN now() WHEN $5 THEN NULL ELSE ownership_confirmed_at END,
    correct_confirmed_at = CASE WHEN $4 THEN now() WHEN $5 THEN NULL ELSE correct_confirmed_at END
  WHERE id = $1`;
