import type { CryptoGateId, Mode, Network } from '../../domain/assets.ts';
import { type CustodyFigures, custodyDifference, type StandingDifference } from '../../domain/custody.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared, select } from '../sql.ts';

/** The last comparison of one asset; minor units. */
export interface CustodyCheck extends CustodyFigures {
  readonly mode: Mode;
  readonly network: Network;
  readonly height: number;
  /** 0: agreed; below: coins are missing; above: more than is known. */
  readonly differenceMinor: bigint;
  readonly differsSince: Date | null;
  readonly checkedAt: Date;
  /** When the oldest answer of the node that `chainMinor` adds up from was given: what stands still is asked about by turns. */
  readonly askedSince: Date;
}

/** Writes a comparison down. @returns the difference as it stands by now, null where there is none */
export async function recordCustodyCheck(
  tx: Tx,
  chain: Chain,
  { height, figures, askedSinceMs, nowMs }: CustodyLook,
): Promise<StandingDifference | null> {
  const differenceMinor = custodyDifference(figures);
  const { since, times } = await one<{ since: Date | null; times: number }>(tx, recordSql, [
    chain.mode,
    chain.network,
    figures.gateId,
    height,
    figures.chainMinor,
    figures.booksMinor,
    figures.incomingMinor,
    figures.outgoingMinor,
    figures.openFeesMinor,
    differenceMinor,
    new Date(nowMs),
    new Date(askedSinceMs),
  ]);
  return since === null ? null : { differenceMinor, sinceMs: since.getTime(), times };
}

interface CustodyLook {
  readonly height: number;
  readonly figures: CustodyFigures;
  readonly askedSinceMs: number;
  readonly nowMs: number;
}

/** The last comparison of each asset, in the order of modes and gates. */
export async function readCustodyChecks(on: Tx | Db): Promise<CustodyCheck[]> {
  const rows = await select<CheckRow>(on, 'SELECT * FROM custody_check ORDER BY mode, network, gate_id');
  return rows.map((row) => ({
    mode: row.mode,
    network: row.network,
    gateId: row.gate_id,
    height: Number(row.height),
    chainMinor: BigInt(row.chain_minor),
    booksMinor: BigInt(row.books_minor),
    incomingMinor: BigInt(row.incoming_minor),
    outgoingMinor: BigInt(row.outgoing_minor),
    openFeesMinor: BigInt(row.open_fees_minor),
    differenceMinor: BigInt(row.difference_minor),
    differsSince: row.differs_since,
    checkedAt: row.checked_at,
    askedSince: row.asked_since,
  }));
}

interface CheckRow {
  mode: Mode;
  network: Network;
  gate_id: CryptoGateId;
  height: string;
  chain_minor: string;
  books_minor: string;
  incoming_minor: string;
  outgoing_minor: string;
  open_fees_minor: string;
  difference_minor: string;
  differs_since: Date | null;
  checked_at: Date;
  asked_since: Date;
}

const recordSql = prepared(`
  INSERT INTO custody_check AS c (mode, network, gate_id, height, chain_minor, books_minor, incoming_minor, outgoing_minor, open_fees_minor,
    difference_minor, checked_at, asked_since, differs_since, differed_times)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::numeric, $11::timestamptz, $12::timestamptz,
    CASE WHEN $10::numeric <> 0 THEN $11::timestamptz END, CASE WHEN $10::numeric <> 0 THEN 1 ELSE 0 END)
  ON CONFLICT (mode, network, gate_id) DO UPDATE SET
    height = excluded.height, chain_minor = excluded.chain_minor, books_minor = excluded.books_minor,
    incoming_minor = excluded.incoming_minor, outgoing_minor = excluded.outgoing_minor, open_fees_minor = excluded.open_fees_minor,
    difference_minor = excluded.difference_minor, checked_at = excluded.checked_at, asked_since = excluded.asked_since,
    differs_since = CASE WHEN excluded.difference_minor <> 0 THEN coalesce(c.differs_since, excluded.checked_at) END,
    differed_times = CASE WHEN excluded.difference_minor <> 0 THEN c.differed_times + 1 ELSE 0 END
  RETURNING differs_since AS since, differed_times AS times`);
