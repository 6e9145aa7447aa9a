import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** Money between the chain and the books; minor units. */
export interface InFlight {
  readonly direction: 'in' | 'out';
  readonly mode: Mode;
  readonly network: Network;
  readonly gateId: CryptoGateId;
  readonly minor: bigint;
  readonly txid: string;
  /** For an incoming payment `seen` or `mined`; for one of our transactions `signed`, `sent`, `mined` or `replaced`. */
  readonly status: string;
  /** How many payouts a transaction pays; null for incoming payments. */
  readonly payouts: number | null;
  readonly since: Date;
}

/** Oldest first, so that stuck transfers are at the top. */
export async function listInFlight(on: Tx | Db, limit: number): Promise<InFlight[]> {
  const rows = await select<InFlightRow>(on, inFlightSql, [limit]);
  return rows.map(({ gate_id, minor, ...row }) => ({ ...row, gateId: gate_id, minor: BigInt(minor) }));
}

type InFlightRow = Omit<InFlight, 'gateId' | 'minor'> & { readonly gate_id: CryptoGateId; readonly minor: string };

const inFlightSql = prepared(`
  SELECT 'in' AS direction, mode, network, gate_id, amount_minor::text AS minor, txid, status, NULL AS payouts,
    first_seen_at AS since
  FROM payment WHERE status IN ('seen', 'mined') AND NOT credited AND gate_id IS NOT NULL
  UNION ALL
  SELECT 'out', t.mode, t.network, p.gate_id, sum(p.net_minor)::text, t.txid, t.status, count(*)::int, t.signed_at
  FROM outgoing_transaction t JOIN outgoing_line l ON l.transaction_id = t.id JOIN payout p ON p.id = l.payout_id
  WHERE t.status IN ('signed', 'sent', 'mined', 'replaced') GROUP BY t.id, p.gate_id
  ORDER BY since LIMIT $1`);
