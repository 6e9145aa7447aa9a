import { type CryptoGateId, isCryptoGateId } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/** Amounts by gate, minor units. */
export type Amounts = Partial<Record<CryptoGateId, bigint>>;

/** One of our transactions that is not booked yet. */
export interface OpenTransaction {
  readonly id: string;
  readonly txid: string;
  /** Amounts paid to recipients; empty for transfers between our own addresses. */
  readonly pays: Amounts;
  /** The maximum fee, in the network's coin. */
  readonly feeMinor: bigint;
}

/** The books of a network at one moment. */
export interface CustodyBooks {
  /** The last block that the follower processed; null before its first run. */
  readonly tipHash: string | null;
  readonly custody: Amounts;
  /** Payments that are on the chain but not booked, minus payments that are booked but no longer on the chain. */
  readonly incoming: Amounts;
  readonly open: readonly OpenTransaction[];
}

/** One statement, so all figures belong to the same moment. */
export async function readCustodyBooks(on: Tx | Db, { mode, network }: Chain): Promise<CustodyBooks> {
  const row = await one<BooksRow>(on, booksSql, [mode, network, `custody:${network}`]);
  return {
    tipHash: row.tip_hash,
    custody: toAmounts(row.custody),
    incoming: toAmounts(row.incoming),
    open: row.open.map(({ id, txid, fee, pays }) => ({ id, txid, feeMinor: BigInt(fee), pays: toAmounts(pays) })),
  };
}

/** The coins that are booked on a network, and whether it was ever used to receive or send. */
export async function readChainBooks(
  on: Tx | Db,
  { mode, network }: Chain,
): Promise<{ readonly custody: Amounts; readonly hasHistory: boolean }> {
  const row = await one<{ custody: AmountsRow; used: boolean }>(on, chainBooksSql, [
    mode,
    network,
    `custody:${network}`,
  ]);
  return { custody: toAmounts(row.custody), hasHistory: row.used };
}

interface BooksRow {
  tip_hash: string | null;
  custody: AmountsRow;
  incoming: AmountsRow;
  open: { id: string; txid: string; fee: string; pays: AmountsRow }[];
}

type AmountsRow = Record<string, string> | null;

function toAmounts(row: AmountsRow): Amounts {
  const amounts: Amounts = {};
  for (const [gateId, minor] of Object.entries(row ?? {})) {
    // Suspense may contain assets that are no gates; they are owed to nobody.
    if (isCryptoGateId(gateId) && minor !== '0') amounts[gateId] = BigInt(minor);
  }
  return amounts;
}

const CUSTODY = `
  (SELECT jsonb_object_agg(asset, minor::text) FROM (
     SELECT asset, sum(debits_posted - credits_posted) AS minor FROM account
     WHERE owner = 'gateway' AND mode = $1 AND kind = $3 GROUP BY asset) AS c) AS custody`;

const chainBooksSql = prepared(`
  SELECT ${CUSTODY},
    EXISTS (SELECT FROM payment WHERE mode = $1 AND network = $2)
      OR EXISTS (SELECT FROM outgoing_transaction WHERE mode = $1 AND network = $2) AS used`);

// The condition on payments matches the index of migration 0024.
const booksSql = prepared(`
  SELECT
    (SELECT block_hash FROM chain_cursor WHERE mode = $1 AND network = $2) AS tip_hash, ${CUSTODY},
    (SELECT jsonb_object_agg(gate_id, minor::text) FROM (
       SELECT gate_id, sum(CASE WHEN credited THEN -amount_minor ELSE amount_minor END) AS minor FROM payment
       WHERE mode = $1 AND network = $2 AND gate_id IS NOT NULL
         AND ((status IN ('mined', 'confirmed') AND NOT credited)
           OR (status IN ('seen', 'dropped', 'replaced', 'failed') AND credited))
       GROUP BY gate_id) AS p) AS incoming,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'txid', t.txid, 'fee', t.fee_minor::text, 'pays', (
         SELECT jsonb_object_agg(gate_id, minor::text) FROM (
           SELECT y.gate_id, sum(y.net_minor) AS minor FROM outgoing_line l JOIN payout y ON y.id = l.payout_id
           WHERE l.transaction_id = t.id GROUP BY y.gate_id) AS s)) ORDER BY t.id), '[]')
     FROM outgoing_transaction t
     WHERE t.mode = $1 AND t.network = $2 AND t.status IN ('signed', 'sent', 'mined', 'replaced')) AS open`);
