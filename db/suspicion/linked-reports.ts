import { createHash } from 'node:crypto';
import { MODES, type Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import {
  type ClosedReport,
  LINK_HISTORY_MS,
  LINK_WINDOWS_MS,
  LINKS,
  type Link,
  type LinkedGroup,
  type LinkedOperation,
  linkedGroups,
  REPORT_FROM_MINOR,
} from '../../domain/suspicion/linked.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, select } from '../core/sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { LINKED_DIRECTIONS, type LinkedKind } from './rows.ts';

/**
 * Drafts a report for each group of linked operations that reaches the threshold, or updates its draft. Operations of a
 * filed or dismissed report are not counted again by its link. @returns how many are new
 */
export async function draftReports(db: Db, nowMs: number): Promise<number> {
  let drafted = 0;
  for (const mode of MODES) {
    const operations = await linkedOperations(db, mode, nowMs);
    for (const group of linkedGroups(operations)) {
      drafted += await inTransaction(db, (tx) => saveGroup(tx, mode, group));
    }
  }
  return drafted;
}

/** Operations that reach the threshold together with others of their payer, customer or merchant, or alone. */
async function linkedOperations(db: Db, mode: Mode, nowMs: number): Promise<LinkedOperation[]> {
  const since = new Date(nowMs - LINK_HISTORY_MS);
  const rows = await select<OperationRow>(db, linkedSql, [mode, since, String(REPORT_FROM_MINOR)]);
  return rows.map((row) => ({
    id: row.payment_id,
    direction: LINKED_DIRECTIONS[row.kind],
    atMs: row.at.getTime(),
    valueEurMinor: BigInt(row.value_eur_minor),
    payer: row.payer,
    customer: row.customer,
    merchant: row.merchant_id,
    closedReports: row.closed_reports,
  }));
}

interface OperationRow {
  readonly payment_id: string;
  readonly kind: LinkedKind;
  readonly merchant_id: string;
  readonly payer: string | null;
  readonly customer: string | null;
  readonly value_eur_minor: string;
  readonly at: Date;
  readonly closed_reports: readonly ClosedReport[];
}

async function saveGroup(tx: Tx, mode: Mode, group: LinkedGroup): Promise<number> {
  const { link, key, operations } = group;
  const [first] = operations;
  const last = operations.at(-1);
  if (first === undefined || last === undefined) return 0;
  // One run at a time decides about one link.
  await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [lockOf(`${mode}:${link}:${key}`)]);
  const ids = operations.map(({ id }) => id);
  const draft = await maybeOne<{ id: string }>(tx, draftSql, [mode, link, key, ids]);
  const values = [String(group.totalEurMinor), new Date(first.atMs), new Date(last.atMs)];
  const id = draft?.id ?? newId();
  if (draft === undefined) {
    const made = await execute(tx, insertSql, [id, mode, link, key, first.id, ...values]);
    if (made === 0) return 0;
    await sendStaffMail(tx, { kind: 'report', id });
  } else {
    await execute(tx, updateSql, [id, ...values]);
  }
  await execute(tx, operationsSql, [id, ids]);
  return draft === undefined ? 1 : 0;
}

function lockOf(text: string): string {
  return createHash('sha256').update(`linked report:${text}`).digest().readBigInt64BE().toString();
}

const recentSql = `
  SELECT o.payment_id, o.kind, o.merchant_id, o.payer, o.customer, o.value_eur_minor::text, o.at,
    coalesce((SELECT json_agg(json_build_object('id', r.id, 'link', r.link, 'key', r.link_key))
      FROM linked_report_operation x JOIN linked_report r ON r.id = x.report_id
      WHERE x.payment_id = o.payment_id AND r.status <> 'draft'), '[]') AS closed_reports
  FROM linked_operation o
  WHERE o.mode = $1 AND o.at > $2
  ORDER BY o.at, o.payment_id`;
const KEYS: Readonly<Record<Link, string>> = {
  payer: 'payer',
  customer: 'customer',
  merchant: keyOfDirection('in'),
  merchant_out: keyOfDirection('out'),
};

function keyOfDirection(direction: 'in' | 'out'): string {
  const kinds = Object.entries(LINKED_DIRECTIONS).flatMap(([kind, of]) => (of === direction ? [`'${kind}'`] : []));
  return `CASE WHEN kind IN (${kinds.join(', ')}) THEN merchant_id::text END`;
}

// Times have microseconds here and milliseconds in the rule, which decides: a millisecond more loses nothing.
function reachingSql(link: Link): string {
  const windowMs = `interval '${LINK_WINDOWS_MS[link] + 1} milliseconds'`;
  return `
    SELECT payment_id FROM (
      SELECT payment_id, bool_or(reaches) OVER (
        PARTITION BY key ORDER BY at RANGE BETWEEN CURRENT ROW AND ${windowMs} FOLLOWING) AS is_in_window
      FROM (
        SELECT payment_id, key, at, sum(value_eur_minor::numeric) OVER (
          PARTITION BY key ORDER BY at RANGE BETWEEN ${windowMs} PRECEDING AND CURRENT ROW) >= $3::numeric AS reaches
        FROM (SELECT payment_id, ${KEYS[link]} AS key, at, value_eur_minor FROM recent) of_key WHERE key IS NOT NULL
      ) summed
    ) reached WHERE is_in_window`;
}

// The database adds up windows, so that only operations of groups are loaded, however many there are.
const linkedSql = `
  WITH recent AS MATERIALIZED (${recentSql})
  SELECT * FROM recent WHERE payment_id IN (${LINKS.map(reachingSql).join(' UNION ')}) ORDER BY at, payment_id`;
// A group that an older operation joined late is still the same one.
const draftSql = `
  SELECT r.id FROM linked_report r WHERE r.mode = $1 AND r.link = $2 AND r.link_key = $3 AND r.status = 'draft'
    AND EXISTS (SELECT FROM linked_report_operation x WHERE x.report_id = r.id AND x.payment_id = ANY($4::uuid[]))
  ORDER BY r.created_at LIMIT 1 FOR UPDATE`;
const insertSql = `
  INSERT INTO linked_report (id, mode, link, link_key, first_payment, total_eur_minor, first_at, last_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (mode, link, link_key, first_payment) DO NOTHING`;
const updateSql = `
  UPDATE linked_report SET total_eur_minor = $2, first_at = $3, last_at = $4, updated_at = now(), version = version + 1
  WHERE id = $1
    AND (total_eur_minor, first_at, last_at) IS DISTINCT FROM ($2::numeric, $3::timestamptz, $4::timestamptz)`;
const operationsSql = `
  INSERT INTO linked_report_operation (report_id, payment_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`;
