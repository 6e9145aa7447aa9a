import { isGateId } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type Movement, type MovementAccount, type MovementQuery, movementsAfter } from './movements.ts';

/** A balance over a period; amounts in minor units: opening + received - sent = closing, to the last unit. */
export interface Statement extends MovementAccount {
  readonly openingMinor: bigint;
  readonly receivedMinor: bigint;
  /** More than zero. */
  readonly sentMinor: bigint;
  readonly closingMinor: bigint;
  /** How many transfers changed the balance. */
  readonly movements: number;
  /** By what they were for, in the order of the kinds. */
  readonly kinds: readonly StatementKind[];
  /** The last transfer that it covers. */
  readonly throughId: string;
}

export interface StatementKind {
  readonly kind: string;
  readonly movements: number;
  readonly minor: bigint;
}

export interface StatementQuery extends MovementQuery {
  readonly dateTo: Date;
}

/**
 * The statements of a merchant's available balances, one for each asset with a balance account. Read from the ledger's
 * entries. A transfer belongs to the period of its own time, so the closing balance of one period is the opening
 * balance of the next.
 */
export async function readStatements(on: Db | Tx, query: StatementQuery): Promise<Statement[]> {
  const { merchantId, mode, gateId = null, dateFrom = null, dateTo } = query;
  const rows = await select<StatementRow>(on, statementSql, [merchantId, mode, gateId, dateFrom, dateTo]);
  return rows.flatMap((row) => {
    if (!isGateId(row.asset)) return [];
    const openingMinor = BigInt(row.opening);
    const kinds = row.kinds.map(({ kind, movements, minor }) => ({ kind, movements, minor: BigInt(minor) }));
    const changeMinor = kinds.reduce((sum, { minor }) => sum + minor, 0n);
    const receivedMinor = BigInt(row.received);
    return [
      {
        accountId: row.id,
        gateId: row.asset,
        transferId: row.before,
        balanceMinor: openingMinor,
        openingMinor,
        receivedMinor,
        sentMinor: receivedMinor - changeMinor,
        closingMinor: openingMinor + changeMinor,
        movements: kinds.reduce((sum, { movements }) => sum + movements, 0),
        kinds,
        throughId: row.through,
      },
    ];
  });
}

/**
 * The lines of a statement in chunks, oldest first, each with the balance after it. A transfer that is posted while
 * they are read is not among them: transfers of one account are numbered in the order of their commits.
 */
export async function* statementLines(
  db: Db,
  query: StatementQuery,
  statement: Statement,
  chunk: number,
): AsyncGenerator<readonly Movement[]> {
  let balanceMinor = statement.openingMinor;
  const through = BigInt(statement.throughId);
  for (let at: MovementAccount | null = statement; at !== null; ) {
    const { movements, next } = await movementsAfter(db, query, at, chunk);
    const covered = movements.filter(({ transferId }) => BigInt(transferId) <= through);
    yield covered.map((movement) => {
      balanceMinor += movement.minor;
      return { ...movement, balanceMinor };
    });
    at = next !== null && BigInt(next.transferId) < through ? next : null;
  }
}

interface StatementRow {
  id: string;
  asset: string;
  before: string;
  through: string;
  opening: string;
  received: string;
  kinds: { kind: string; movements: number; minor: string }[];
}

// Ids grow with time but for transfers that were under way together, for an hour at most: the entries before the first
// transfer of the period are summed as they are, those around its ends by the time of their transfer.
const statementSql = prepared(`
  WITH bounds AS (
    SELECT coalesce(CASE WHEN $4::timestamptz IS NULL THEN 0
        ELSE (SELECT min(id) - 1 FROM transfer WHERE created_at >= $4) END,
        (SELECT max(id) FROM transfer), 0) AS before,
      coalesce((SELECT min(id) - 1 FROM transfer WHERE created_at > $5::timestamptz + interval '1 hour'),
        (SELECT max(id) FROM transfer), 0) AS through
  ), own AS (
    SELECT a.id, a.asset, bounds.before, bounds.through FROM account a, bounds
    WHERE a.owner = $1 AND a.mode = $2 AND a.kind = 'available' AND ($3::text IS NULL OR a.asset = $3)
  ), moved AS (
    SELECT own.id AS account_id, e.transfer_id, -sum(e.amount) AS minor FROM own JOIN entry e ON e.account_id = own.id
    WHERE e.layer = 'posted' AND e.transfer_id > own.before AND e.transfer_id <= own.through GROUP BY 1, 2
  ), timed AS (
    SELECT moved.*, t.kind, t.created_at < $4::timestamptz AS early,
      t.created_at < $5::timestamptz + interval '1 millisecond' AS in_time
    FROM moved JOIN transfer t ON t.id = moved.transfer_id WHERE moved.minor <> 0
  )
  SELECT own.id, own.asset, own.before::text,
    coalesce((SELECT max(transfer_id) FROM moved WHERE account_id = own.id), own.before)::text AS through,
    (coalesce((SELECT -sum(e.amount) FROM entry e
        WHERE e.account_id = own.id AND e.layer = 'posted' AND e.transfer_id <= own.before), 0)
      + coalesce((SELECT sum(minor) FROM timed WHERE account_id = own.id AND early), 0))::text AS opening,
    coalesce((SELECT sum(minor) FROM timed
      WHERE account_id = own.id AND in_time AND early IS NOT TRUE AND minor > 0), 0)::text AS received,
    coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'movements', movements, 'minor', minor) ORDER BY kind)
      FROM (SELECT kind, count(*) AS movements, sum(minor)::text AS minor FROM timed
        WHERE account_id = own.id AND in_time AND early IS NOT TRUE GROUP BY kind) k), '[]') AS kinds
  FROM own ORDER BY own.asset`);
