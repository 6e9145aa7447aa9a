import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** A public day with what a merchant is in it, minor units. */
export interface MerchantDay {
  readonly day: string;
  readonly moment: Date;
  readonly balances: readonly {
    readonly gateId: GateId;
    readonly amountMinor: bigint;
    readonly owedMinor: bigint;
    readonly provenMinor: bigint | null;
  }[];
}

/** The public days before a day whose proofs are kept, the newest first, with what the merchant was owed on each. */
export async function merchantDays(
  on: Tx | Db,
  { mode, merchantId, before, limit }: MerchantDaysQuery,
): Promise<MerchantDay[]> {
  const rows = await select<MerchantDayRow>(on, daysSql, [mode, merchantId, before ?? null, limit]);
  return rows.map(({ day, moment, balances }) => ({
    day,
    moment,
    balances: balances.map(({ gate_id: gateId, amount, owed, proven }) => ({
      gateId,
      amountMinor: BigInt(amount),
      owedMinor: BigInt(owed),
      provenMinor: proven === null ? null : BigInt(proven),
    })),
  }));
}

interface MerchantDaysQuery {
  readonly mode: Mode;
  readonly merchantId: string;
  /** `YYYY-MM-DD`. */
  readonly before?: string | undefined;
  readonly limit: number;
}

interface MerchantDayRow {
  day: string;
  moment: Date;
  balances: readonly { gate_id: GateId; amount: string; owed: string; proven: string | null }[];
}

const daysSql = prepared(`
  SELECT d.day::text AS day, d.moment, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('gate_id', a.gate_id, 'amount', l.amount_minor::text,
      'owed', a.owed_minor::text, 'proven', a.proven_minor::text) ORDER BY a.gate_id), '[]')
    FROM reserve_leaf l JOIN reserve_asset a USING (mode, day, gate_id)
    WHERE l.mode = d.mode AND l.day = d.day AND l.owner = $2) AS balances
  FROM reserve_day d
  WHERE d.mode = $1 AND d.published_at IS NOT NULL AND d.proofs_removed_at IS NULL
    AND ($3::date IS NULL OR d.day < $3::date)
  ORDER BY d.day DESC LIMIT $4`);
