import type { Mode } from '../../domain/assets/assets.ts';
import { exceededBound, type LimitBound, type LimitReason, type PayoutLimits } from '../../domain/outflows/limits.ts';
import type { Admit } from '../bank/collect.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, one, prepared, select } from '../core/sql.ts';
import { type LimitRow, limitsOf } from './limits.ts';

/** A payment in euro that is to leave; EUR cents. The gateway's own has no merchant. */
interface EuroPayment {
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string | null;
  readonly netMinor: bigint;
}

/**
 * Which limit of its merchant, or of the gateway for all together, keeps a withdrawal from the bank now. Euro that wait
 * for the next file count like those that left within the hour and the day; requests are checked one after the other
 * until commit.
 */
export async function euroLimitFor(tx: Tx, payment: EuroPayment): Promise<LimitReason | null> {
  const rows = await readLimits(tx);
  if (rows.length === 0) return null;
  await lockUntilCommit(tx, `euro-limits:${payment.mode}`);
  const bounds = await boundsOf(tx, rows, payment, { beside: [], countsWaiting: true });
  return exceededBound(payment.netMinor, bounds);
}

/**
 * Admits payments to a file as long as they keep to the limits, together with what left within the hour and the day:
 * withdrawals, euro that are sent back, and transfers of the gateway's own money. The others wait for a later file.
 */
export function withinEuroLimits(admit: Admit): Admit {
  return async (tx, ids, nowMs) => {
    const admitted = await admit(tx, ids, nowMs);
    const rows = await readLimits(tx);
    if (rows.length === 0 || admitted.size === 0) return admitted;
    const beside: EuroPayment[] = [];
    for (const { minor, ...raw } of await select<PaymentRow>(tx, paymentsSql, [[...admitted]])) {
      const payment = { ...raw, netMinor: BigInt(minor) };
      const bounds = await boundsOf(tx, rows, payment, { beside, countsWaiting: false });
      if (exceededBound(payment.netMinor, bounds) === null) beside.push(payment);
    }
    return new Set(beside.map(({ id }) => id));
  };
}

type ScopedRow = LimitRow & { readonly scope: string };
type PaymentRow = Omit<EuroPayment, 'netMinor'> & { readonly minor: string };

function readLimits(on: Tx | Db): Promise<ScopedRow[]> {
  return select<ScopedRow>(on, limitsSql);
}

interface Counted {
  /** The payments that leave with it. */
  readonly beside: readonly EuroPayment[];
  /** Whether what waits for the next file counts. */
  readonly countsWaiting: boolean;
}

async function boundsOf(
  tx: Tx,
  rows: readonly ScopedRow[],
  payment: EuroPayment,
  counted: Counted,
): Promise<LimitBound[]> {
  const { merchantId } = payment;
  const of = (scope: string) => rows.find((row) => row.scope === scope);
  const gateway = await boundOf(tx, { payment, merchantId: null, limits: limitsOf('EUR', of('gateway')) }, counted);
  if (merchantId === null) return [gateway];
  const limits = limitsOf('EUR', of(merchantId) ?? of('default'));
  return [await boundOf(tx, { payment, merchantId, limits }, counted), gateway];
}

interface Bounded {
  readonly payment: EuroPayment;
  /** Null: all merchants together. */
  readonly merchantId: string | null;
  readonly limits: PayoutLimits;
}

async function boundOf(
  tx: Tx,
  { payment, merchantId, limits }: Bounded,
  { beside, countsWaiting }: Counted,
): Promise<LimitBound> {
  // Without a sum to keep to, nothing has to be summed up.
  if (limits.hourlyMinor === null && limits.dailyMinor === null)
    return { limits, use: { hourMinor: 0n, dayMinor: 0n } };
  const values = [payment.mode, merchantId, payment.id, countsWaiting];
  const { hour, day } = await one<{ hour: string; day: string }>(tx, useSql, values);
  const more = beside
    .filter((each) => each.mode === payment.mode && (merchantId === null || each.merchantId === merchantId))
    .reduce((sum, { netMinor }) => sum + netMinor, 0n);
  return { limits, use: { hourMinor: BigInt(hour) + more, dayMinor: BigInt(day) + more } };
}

const limitsSql = prepared(
  `SELECT scope, min_minor, max_minor, hourly_minor, daily_minor FROM payout_limit WHERE gate_id = 'EUR'`,
);

const paymentsSql = prepared(`
  SELECT id, mode, merchant_id AS "merchantId", amount_minor::text AS minor
  FROM bank_payment WHERE id = ANY($1::uuid[]) ORDER BY id`);

// A payment leaves with its newest file, unless the bank rejects it or it waits for another file.
const useSql = prepared(`
  WITH filed AS (
    SELECT l.payment_id AS id, max(f.created_at) AS at
    FROM bank_file f JOIN bank_file_payment l ON l.file_id = f.id
    WHERE f.mode = $1 AND f.kind = 'pain.001' AND f.created_at > now() - interval '1 day'
    GROUP BY l.payment_id),
  counted AS (
    SELECT p.amount_minor, filed.at FROM filed JOIN bank_payment p ON p.id = filed.id
    WHERE p.status NOT IN ('waiting', 'withdrawn', 'rejected') AND p.id <> $3
      AND ($2::uuid IS NULL OR p.merchant_id = $2)
    UNION ALL
    SELECT amount_minor, now() FROM bank_payment
    WHERE $4::boolean AND mode = $1 AND status = 'waiting' AND id <> $3 AND ($2::uuid IS NULL OR merchant_id = $2))
  SELECT coalesce(sum(amount_minor) FILTER (WHERE at > now() - interval '1 hour'), 0)::text AS hour,
    coalesce(sum(amount_minor), 0)::text AS day
  FROM counted`);
