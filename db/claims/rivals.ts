import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { claimProcess } from './process.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

/** The same words for everybody: they say nothing about other claims. */
const NOT_MATCHED = 'The payment could not be matched to this claim.';

/** The claims to the same payments that wait for a decision, too, by payment. */
export async function readRivals(on: Tx | Db, rows: readonly ClaimRow[]): Promise<ReadonlyMap<string, ClaimRow[]>> {
  const paymentIds = rows.filter(({ shared }) => shared).map(({ paymentId }) => paymentId);
  if (paymentIds.length === 0) return new Map();
  const found = await select<object>(on, waitingSql, [paymentIds]);
  return Map.groupBy(
    found.map((raw) => claimsTable.read(raw) as ClaimRow),
    ({ paymentId }) => paymentId,
  );
}

/**
 * Refuses every other claim to a payment whose lock the caller holds: it is decided for one of them.
 * @returns those that were refused
 */
export async function refuseRivals(tx: Tx, winner: ClaimRow, nowMs: number): Promise<readonly ClaimRow[]> {
  const waiting = (await readRivals(tx, [winner])).get(winner.paymentId) ?? [];
  const rivals = waiting.filter(({ id }) => id !== winner.id);
  for (const { id } of rivals) {
    await applyStep(tx, claimProcess, { id, event: { type: 'refuse', note: NOT_MATCHED }, cause: null, nowMs });
  }
  return rivals;
}

/** Whether the payment is being paid back, or was, for another claim. */
export async function isPaidToRival(tx: Tx, { id, paymentId }: ClaimRow): Promise<boolean> {
  return (await maybeOne(tx, paidSql, [paymentId, id])) !== undefined;
}

const waitingSql = prepared(`
  SELECT ${claimsTable.selected()} FROM claim
  WHERE payment_id = ANY($1::uuid[]) AND shared AND status IN ('checking', 'review') ORDER BY id`);
const paidSql = prepared(
  `SELECT 1 FROM claim WHERE payment_id = $1 AND id <> $2 AND status IN ('paying', 'done') LIMIT 1`,
);
