import { type CryptoGateId, isCryptoGateId } from '../../domain/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

/** Amounts by gate, minor units. */
export type Amounts = Partial<Record<CryptoGateId, bigint>>;

/** A transaction of ours that is not in the books yet. */
export interface OpenTransaction {
  readonly id: string;
  readonly txid: string;
  /** What it gives to recipients; empty for what only moves coins between addresses of ours. */
  readonly pays: Amounts;
  /** The most it can cost, in the network's coin. */
  readonly feeMinor: bigint;
}

/** What the database says of a network at one moment. */
export interface CustodyBooks {
  /** The block that the follower took in last; null before its first look. */
  readonly tipHash: string | null;
  readonly custody: Amounts;
  /**
   * Payments that are on the chain and not in the books, less those that are in the books and no longer on the chain.
   */
  readonly incoming: Amounts;
  readonly open: readonly OpenTransaction[];
}

/** Reads all of it in one statement, so that its parts belong together. */
export async function readCustodyBooks(on: Tx | Db, { mode, network }: Chain): Promise<CustodyBooks> {
  const row = await one<BooksRow>(on, booksSql, [mode, network, `custody:${network}`]);
  return {
    tipHash: row.tip_hash,
    custody: toAmounts(row.custody),
    incoming: toAmounts(row.incoming),
    open: row.open.map(({ id, txid, fee, pays }) => ({ id, txid, feeMinor: BigInt(fee), pays: toAmounts(pays) })),
  };
}

/** The coins that the books have on a network, and whether anything was ever received or sent there. */
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
    // Suspense knows assets that are no gates; nobody was promised them.
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

// Of payments, the words of the index in migration 0024.
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
