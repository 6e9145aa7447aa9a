import { GATE_IDS, type GateId, type Mode } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { UNASSIGNED } from './rows.ts';

/** The amount that one owner is owed in one asset, above zero. */
export interface Owed {
  readonly gateId: GateId;
  /** A merchant's id, or {@link UNASSIGNED}. */
  readonly owner: string;
  readonly amountMinor: bigint;
}

/** Everything that is owed at one moment. */
export interface OwedNow {
  readonly moment: Date;
  readonly owed: readonly Owed[];
}

/**
 * The amounts that the gateway owes in a mode, by owner and asset: available, unsettled and held money alike, suspended
 * or not. Debts of merchants are not subtracted, so the sums are never too small. One statement, so that all
 * balances are of the same moment while money moves.
 */
export async function readOwed(on: Tx | Db, mode: Mode): Promise<OwedNow> {
  const [first, ...rows] = await select<OwedRow>(on, owedSql, [mode, GATE_IDS, UNASSIGNED]);
  if (first === undefined) throw new Error('The balances have a moment.');
  return {
    moment: first.moment,
    owed: rows.map(({ gate_id: gateId, owner, minor }) => ({ gateId, owner, amountMinor: BigInt(minor) })),
  };
}

interface OwedRow {
  moment: Date;
  gate_id: GateId;
  owner: string;
  minor: string;
}

/**
 * Of the many accounts of invoices and deposits, only those that have money are read, by their own indexes. Unless the
 * suspense of the gateway were part of it, money of payers that nobody was found for would look like the gateway's own.
 */
const owedSql = prepared(`
  WITH account_of AS (
    SELECT owner, asset, credits_posted - debits_posted AS minor FROM account
    WHERE mode = $1 AND owner <> 'gateway' AND invoice_id IS NULL AND kind NOT LIKE 'deposit:%' AND kind <> 'receivable'
    UNION ALL
    SELECT owner, asset, credits_posted - debits_posted FROM account WHERE mode = $1 AND is_open
    UNION ALL
    SELECT owner, asset, credits_posted - debits_posted FROM account WHERE mode = $1 AND is_open_deposit
    UNION ALL
    SELECT $3, asset, credits_posted - debits_posted FROM account
    WHERE mode = $1 AND owner = 'gateway' AND invoice_id IS NULL AND kind NOT LIKE 'deposit:%'
      AND (kind IN ('suspense', 'suspense:bank') OR kind LIKE 'claim:%')
  )
  SELECT statement_timestamp() AS moment, NULL AS gate_id, NULL AS owner, '0' AS minor
  UNION ALL
  (SELECT statement_timestamp(), asset, owner, sum(minor)::text FROM account_of
   WHERE asset = ANY ($2::text[]) GROUP BY asset, owner HAVING sum(minor) > 0)`);
