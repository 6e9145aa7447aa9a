import type { Vote } from '../../domain/compliance/two-people.ts';
import type { Db, Tx } from './sequelize.ts';
import { prepared, select } from './sql.ts';

/**
 * SQL: whether the person of the staff with this ID is blocked now. Everything that counts votes asks this: those of a
 * blocked person stay in the history and do not count.
 */
export function isBlockedSql(staffId: string): string {
  return `EXISTS (SELECT FROM staff_user b WHERE b.id = ${staffId} AND b.blocked_at IS NOT NULL)`;
}

/** Votes that are kept without it, each with whether the person is blocked now. */
export async function withBlocks<V extends Vote>(on: Db | Tx, votes: readonly V[]): Promise<V[]> {
  if (votes.length === 0) return [];
  const rows = await select<{ id: string }>(on, blockedSql, [votes.map(({ staffId }) => staffId)]);
  const blocked = new Set(rows.map(({ id }) => id));
  return votes.map((vote) => ({ ...vote, isBlocked: blocked.has(vote.staffId) }));
}

const blockedSql = prepared(`SELECT s.id FROM unnest($1::uuid[]) AS s(id) WHERE ${isBlockedSql('s.id')}`);
