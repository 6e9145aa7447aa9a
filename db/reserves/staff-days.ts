import type { GateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { HeldSource } from '../../domain/reserves/statement.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** A day as staff see it, public or not, with its assets in which anything is owed. */
export interface StaffReserveDay {
  readonly day: string;
  readonly moment: Date;
  readonly publishedAt: Date | null;
  readonly assets: readonly {
    readonly gateId: GateId;
    readonly owedMinor: bigint;
    readonly provenMinor: bigint | null;
    readonly heldSource: HeldSource | null;
  }[];
  readonly addresses: readonly { readonly network: Network; readonly signed: number; readonly unsigned: number }[];
}

interface StaffReserveDaysQuery {
  readonly mode: Mode;
  /** `YYYY-MM-DD`: only days before it. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The days that were made, the newest first. */
export async function staffReserveDays(
  on: Tx | Db,
  { mode, before, limit }: StaffReserveDaysQuery,
): Promise<StaffReserveDay[]> {
  const rows = await select<DayRow>(on, daysSql, [mode, before ?? null, limit]);
  return rows.map(({ assets, ...day }) => ({
    ...day,
    assets: assets.map(({ gate_id: gateId, owed, proven, held_source: heldSource }) => ({
      gateId,
      owedMinor: BigInt(owed),
      provenMinor: proven === null ? null : BigInt(proven),
      heldSource,
    })),
  }));
}

interface DayRow extends Omit<StaffReserveDay, 'assets'> {
  assets: readonly { gate_id: GateId; owed: string; proven: string | null; held_source: HeldSource | null }[];
}

const daysSql = prepared(`
  SELECT d.day::text AS day, d.moment, d.published_at AS "publishedAt", (
    SELECT coalesce(jsonb_agg(jsonb_build_object('gate_id', a.gate_id, 'owed', a.owed_minor::text,
      'proven', a.proven_minor::text, 'held_source', a.held_source) ORDER BY a.gate_id), '[]')
    FROM reserve_asset a WHERE a.mode = d.mode AND a.day = d.day AND a.owed_minor > 0) AS assets, (
    SELECT coalesce(jsonb_agg(to_jsonb(n) ORDER BY n.network), '[]')
    FROM (SELECT network, count(signature)::int AS signed, (count(*) - count(signature))::int AS unsigned
          FROM reserve_address r WHERE r.mode = d.mode AND r.day = d.day GROUP BY network) n) AS addresses
  FROM reserve_day d
  WHERE d.mode = $1 AND ($2::date IS NULL OR d.day < $2::date)
  ORDER BY d.day DESC LIMIT $3`);
