import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { type CustodyFigures, type CustodyStanding, toldAfterBooking } from '../../domain/assets/custody.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { type CustodyCheckRow, custodyChecksTable } from './rows.ts';

/** The latest comparison of one asset; minor units. */
export type CustodyCheck = Omit<CustodyCheckRow, 'toldMinor' | 'untoldMinor' | 'untoldSince' | 'untoldTimes'>;

/** The state of an asset after the last comparison, locked until the end of the transaction; null before the first. */
export async function lockCustodyStanding(
  tx: Tx,
  { mode, network }: Chain,
  gateId: CryptoGateId,
): Promise<CustodyStanding | null> {
  const row = await custodyChecksTable.findOne(tx, { mode, network, gateId }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) return null;
  const { differenceMinor, differsSince, toldMinor, untoldMinor, untoldSince, untoldTimes } = row;
  return {
    differenceMinor,
    toldMinor,
    untoldMinor,
    untoldTimes,
    differsSinceMs: differsSince?.getTime() ?? null,
    untoldSinceMs: untoldSince?.getTime() ?? null,
  };
}

/** Replaces the previous comparison of an asset. */
export async function recordCustodyCheck(tx: Tx, chain: Chain, comparison: Comparison): Promise<void> {
  const { height, figures, standing, oldestAnswerMs, nowMs } = comparison;
  const { differsSinceMs, untoldSinceMs, ...state } = standing;
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  const row: CustodyCheckRow = {
    mode: chain.mode,
    network: chain.network,
    height,
    ...figures,
    ...state,
    differsSince: dateOf(differsSinceMs),
    untoldSince: dateOf(untoldSinceMs),
    checkedAt: new Date(nowMs),
    askedSince: new Date(oldestAnswerMs),
  };
  await execute(tx, recordSql, [json(custodyChecksTable.write(row))]);
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
  await custodyChecksTable.update(tx, { toldMinor: told }, { mode: chain.mode, network: chain.network, gateId });
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
  readonly oldestAnswerMs: number;
  readonly nowMs: number;
}

/** The latest comparison of each asset, ordered by mode and gate. */
export async function readCustodyChecks(on: Tx | Db): Promise<CustodyCheck[]> {
  return custodyChecksTable.find(
    on,
    {},
    {
      order: [
        ['mode', 'ASC'],
        ['network', 'ASC'],
        ['gateId', 'ASC'],
      ],
    },
  );
}

const recordSql = prepared(`
  INSERT INTO custody_check (${custodyChecksTable.names})
  SELECT ${custodyChecksTable.names} FROM jsonb_populate_record(NULL::custody_check, $1::jsonb)
  ON CONFLICT (mode, network, gate_id) DO UPDATE
  SET (${custodyChecksTable.names}) = ROW(${custodyChecksTable.names.replaceAll(/\w+/g, 'excluded.$&')})`);

const missingSql = prepared(`
  UPDATE custody_check
  SET difference_minor = difference_minor + $4, books_minor = books_minor - $4, told_minor = least(0, told_minor + $4),
    differs_since = CASE WHEN difference_minor + $4 = 0 THEN NULL ELSE differs_since END
  WHERE mode = $1 AND network = $2 AND gate_id = $3 AND difference_minor <= -$4::numeric`);
