import { COUNT_TOGETHER_MS, missingRelease } from '../../domain/suspicion/suspicion.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { counterpartiesOf } from './counterparty-sql.ts';
import type { SuspensionRow } from './rows.ts';
import { eurValueOf } from './subjects.ts';

export interface ReleaseState {
  /** Of the operation itself, now; EUR cents, null without a rate. */
  readonly valueEurMinor: bigint | null;
  /** Together with what counts with it. */
  readonly togetherEurMinor: bigint | null;
  /** Missing approvals of a release, in words; null if there are none, or if it is released. */
  readonly missing: string | null;
}

/**
 * The meaning of a release at this moment: the value is that of now, never that of the suspension, and linked
 * operations count together.
 */
export async function releaseOf(on: Tx | Db, row: SuspensionRow): Promise<ReleaseState> {
  const { suspendedBy, status, votes, valueEurMinor: frozen } = row;
  if (status === 'released') return { valueEurMinor: frozen, togetherEurMinor: frozen, missing: null };
  const valueEurMinor = await eurValueOf(on, row.kind, row.subjectId);
  let togetherEurMinor = valueEurMinor;
  for (const { kind, subjectId } of await countedTogether(on, row)) {
    const value = await eurValueOf(on, kind, subjectId);
    togetherEurMinor = togetherEurMinor === null || value === null ? null : togetherEurMinor + value;
  }
  const facts = { suspendedBy, reported: status === 'reported', valueEurMinor: togetherEurMinor, votes };
  return { valueEurMinor, togetherEurMinor, missing: missingRelease(facts) };
}

/**
 * Other operations of the merchant, or with the same other side (in either direction), that were suspended around the
 * same time.
 */
function countedTogether(on: Tx | Db, row: SuspensionRow): Promise<Pick<SuspensionRow, 'kind' | 'subjectId'>[]> {
  const around = `${COUNT_TOGETHER_MS} milliseconds`;
  return select(on, togetherSql, [row.mode, row.subjectId, row.suspendedAt, around, row.merchantId]);
}

const togetherSql = prepared(`
  WITH own AS MATERIALIZED (${counterpartiesOf('$2::uuid')})
  SELECT DISTINCT s.kind, s.subject_id AS "subjectId" FROM suspension s
  WHERE s.mode = $1 AND s.subject_id <> $2
    AND s.suspended_at BETWEEN $3::timestamptz - $4::interval AND $3::timestamptz + $4::interval
    AND (s.merchant_id = $5 OR EXISTS (
      SELECT FROM (${counterpartiesOf('s.subject_id')}) AS other(key) WHERE other.key IN (SELECT own.key FROM own)))
  LIMIT 500`);
