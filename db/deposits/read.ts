import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared, select, unseen } from '../sql.ts';
import { type DepositParts, type DepositPaymentRow, depositPaymentJson, depositsTable, readPayment } from './rows.ts';

/** One deposit with its payments. @throws DomainError `not_found`, also for another profile's */
export async function readDeposit(on: Tx | Db, id: string, profileId?: string): Promise<DepositParts> {
  const found = await maybeOne<JoinedRow>(on, readSql, [id, profileId ?? null]);
  if (found === undefined) throw new DomainError('not_found');
  return joinedParts(found);
}

/**
 * Locks deposits in the order of their ids and reads everything that decisions need. Two statements, because only a
 * statement that starts after the lock sees what others committed during the wait.
 */
export async function lockDeposits(tx: Tx, ids: readonly string[]): Promise<Map<string, DepositParts>> {
  const rows = await select<{ readonly id: string }>(tx, lockSql, [ids]);
  const parts = await select<Pick<JoinedRow, 'payments'> & { readonly partsOf: string }>(tx, partsSql, [
    rows.map(({ id }) => id),
  ]);
  const byId = new Map(parts.map(({ partsOf, payments }) => [partsOf, payments]));
  return new Map(rows.map((row) => [row.id, joinedParts({ ...row, payments: byId.get(row.id) ?? null })]));
}

export type JoinedRow = object & { readonly payments: Pick<DepositPaymentRow, 'confirmations'>[] | null };

/** A row of {@link joinedSelect} as its parts. */
export function joinedParts({ payments, ...row }: JoinedRow): DepositParts {
  return { row: depositsTable.read(row), payments: (payments ?? []).map(readPayment) };
}

const paymentsOf = (id: string) => `(SELECT jsonb_agg(${depositPaymentJson} ORDER BY p.first_seen_at, p.key)
    FROM payment p LEFT JOIN chain_cursor c ON c.mode = p.mode AND c.network = p.network WHERE p.deposit_id = ${id})`;

/** `SELECT` of deposits with their payments as JSON; add `WHERE` and what follows. */
export const joinedSelect = `SELECT ${depositsTable.selected()}, ${paymentsOf('deposit.id')} AS payments FROM deposit`;

const readSql = prepared(`${joinedSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2)`);
const lockSql = prepared(
  `SELECT ${depositsTable.selected()} FROM deposit WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
);
const partsSql = prepared(
  `SELECT wanted.id AS "partsOf", ${paymentsOf('wanted.id')} AS payments FROM unnest(${unseen('$1::uuid[]')}) AS wanted(id)`,
);
