import type { DepositBankRecord } from '../../domain/deposits/record.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select, unseen } from '../core/sql.ts';
import {
  type DepositParts,
  type DepositPaymentRow,
  depositEntryJson,
  depositPaymentJson,
  depositsTable,
  readPayment,
} from './rows.ts';

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
  const parts = await select<Joined & { readonly partsOf: string }>(tx, partsSql, [rows.map(({ id }) => id)]);
  const byId = new Map(parts.map(({ partsOf, ...joined }) => [partsOf, joined]));
  const none = { payments: null, bank: null };
  return new Map(rows.map((row) => [row.id, joinedParts({ ...row, ...(byId.get(row.id) ?? none) })]));
}

interface Joined {
  readonly payments: Pick<DepositPaymentRow, 'confirmations'>[] | null;
  readonly bank: DepositBankRecord | null;
}

export type JoinedRow = object & Joined;

/** A row of {@link joinedSelect} as its parts. */
export function joinedParts({ payments, bank, ...row }: JoinedRow): DepositParts {
  return { row: depositsTable.read(row), payments: (payments ?? []).map(readPayment), bank };
}

const paymentsOf = (id: string) => `
  coalesce(
    (SELECT jsonb_agg(${depositPaymentJson} ORDER BY p.first_seen_at, p.key)
     FROM payment p LEFT JOIN chain_cursor c ON c.mode = p.mode AND c.network = p.network WHERE p.deposit_id = ${id}),
    (SELECT jsonb_agg(${depositEntryJson} ORDER BY e.created_at, e.id) FROM bank_entry e WHERE e.deposit_id = ${id})
  ) AS payments,
  (SELECT jsonb_build_object('name', e.party_name, 'iban', e.party_iban, 'day', e.day::text) FROM bank_entry e
   WHERE e.deposit_id = ${id} ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS bank`;

/** `SELECT` of deposits with their payments as JSON; add `WHERE` and what follows. */
export const joinedSelect = `SELECT ${depositsTable.selected()}, ${paymentsOf('deposit.id')} FROM deposit`;

const readSql = prepared(`${joinedSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2)`);
const lockSql = prepared(
  `SELECT ${depositsTable.selected()} FROM deposit WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
);
const partsSql = prepared(
  `SELECT wanted.id AS "partsOf", ${paymentsOf('wanted.id')} FROM unnest(${unseen('$1::uuid[]')}) AS wanted(id)`,
);
