import type { CryptoGateId, Mode, Network } from '../../domain/assets.ts';
import { type CustodyFigures, type CustodyStanding, toldAfterBooking } from '../../domain/custody.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared, select } from '../sql.ts';

/** The latest comparison of one asset; minor units. */
export interface CustodyCheck extends CustodyFigures {
  readonly mode: Mode;
  readonly network: Network;
  readonly height: number;
  /** 0: books and chain agree; negative: coins are missing; positive: there are more coins than booked. */
  readonly differenceMinor: bigint;
  readonly differsSince: Date | null;
  readonly checkedAt: Date;
  /** When the node gave the oldest answer that is part of `chainMinor`: unchanged addresses are read in turns. */
  readonly askedSince: Date;
}

/** The state of an asset after the last comparison, locked until the end of the transaction; null before the first. */
export async function lockCustodyStanding(
  tx: Tx,
  { mode, network }: Chain,
  gateId: CryptoGateId,
): Promise<CustodyStanding | null> {
  const row = await maybeOne<StandingRow>(tx, standingSql, [mode, network, gateId]);
  return row === undefined
    ? null
    : {
        differenceMinor: BigInt(row.difference_minor),
        differsSinceMs: row.differs_since?.getTime() ?? null,
        toldMinor: BigInt(row.told_minor),
        untoldMinor: BigInt(row.untold_minor),
        untoldSinceMs: row.untold_since?.getTime() ?? null,
        untoldTimes: row.untold_times,
      };
}

/** Replaces the previous comparison of an asset. */
export async function recordCustodyCheck(tx: Tx, chain: Chain, comparison: Comparison): Promise<void> {
  const { height, figures, standing, askedSinceMs, nowMs } = comparison;
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  await execute(tx, recordSql, [
    chain.mode,
    chain.network,
    figures.gateId,
    height,
    figures.chainMinor,
    figures.booksMinor,
    figures.incomingMinor,
    figures.outgoingMinor,
    figures.openFeesMinor,
    standing.differenceMinor,
    dateOf(standing.differsSinceMs),
    standing.toldMinor,
    standing.untoldMinor,
    dateOf(standing.untoldSinceMs),
    standing.untoldTimes,
    new Date(nowMs),
    new Date(askedSinceMs),
  ]);
}

/** An operator has booked coins, so the reported surplus shrinks by their amount. */
export async function reduceReportedSurplus(
  tx: Tx,
  chain: Chain,
  gateId: CryptoGateId,
  bookedMinor: bigint,
): Promise<void> {
  const standing = await lockCustodyStanding(tx, chain, gateId);
  if (standing === null) return;
  const told = toldAfterBooking(standing.toldMinor, bookedMinor);
  await execute(tx, reportedSql, [chain.mode, chain.network, gateId, told]);
}

/**
 * An operator has booked coins as lost: reduces the missing amount of the last comparison, and what was reported of it.
 * @returns false, without any change, if that comparison found fewer coins missing
 */
export async function lowerMissing(tx: Tx, chain: Chain, gateId: CryptoGateId, minor: bigint): Promise<boolean> {
  return (await execute(tx, missingSql, [chain.mode, chain.network, gateId, minor])) === 1;
}

interface Comparison {
  readonly height: number;
  readonly figures: CustodyFigures;
  readonly standing: CustodyStanding;
  readonly askedSinceMs: number;
  readonly nowMs: number;
}

interface StandingRow {
  readonly difference_minor: string;
  readonly differs_since: Date | null;
  readonly told_minor: string;
  readonly untold_minor: string;
  readonly untold_since: Date | null;
  readonly untold_times: number;
}

/** The latest comparison of each asset, ordered by mode and gate. */
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

const standingSql = prepared(`
  SELECT difference_minor, differs_since, told_minor, untold_minor, untold_since, untold_times
  FROM custody_check WHERE mode = $1 AND network = $2 AND gate_id = $3 FOR UPDATE`);

const recordSql = prepared(`
  INSERT INTO custody_check (mode, network, gate_id, height, chain_minor, books_minor, incoming_minor, outgoing_minor,
    open_fees_minor, difference_minor, differs_since, told_minor, untold_minor, untold_since, untold_times, checked_at,
    asked_since)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  ON CONFLICT (mode, network, gate_id) DO UPDATE SET
    height = excluded.height, chain_minor = excluded.chain_minor, books_minor = excluded.books_minor,
    incoming_minor = excluded.incoming_minor, outgoing_minor = excluded.outgoing_minor,
    open_fees_minor = excluded.open_fees_minor, difference_minor = excluded.difference_minor,
    differs_since = excluded.differs_since, told_minor = excluded.told_minor, untold_minor = excluded.untold_minor,
    untold_since = excluded.untold_since, untold_times = excluded.untold_times,
    checked_at = excluded.checked_at, asked_since = excluded.asked_since`);

const missingSql = prepared(`
  UPDATE custody_check
  SET difference_minor = difference_minor + $4, books_minor = books_minor - $4, told_minor = least(0, told_minor + $4),
    differs_since = CASE WHEN difference_minor + $4 = 0 THEN NULL ELSE differs_since END
  WHERE mode = $1 AND network = $2 AND gate_id = $3 AND difference_minor <= -$4::numeric`);

const reportedSql = prepared(
  `UPDATE custody_check SET told_minor = $4 WHERE mode = $1 AND network = $2 AND gate_id = $3`,
);
