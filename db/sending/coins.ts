import type { Chain } from '../chain/cursor.ts';
import { type Db, inTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { execute, lockUntilCommit, prepared, select } from '../core/sql.ts';
import { UTXO_NETWORKS_SQL } from '../core/utxo-networks.ts';
import { WITH_CONFLICTING } from './conflicting-transactions.ts';

/** An unspent output of ours on BTC, LTC or BCH. */
export interface Coin {
  readonly txid: string;
  readonly n: number;
  readonly amountMinor: bigint;
  /** Its script in hex. */
  readonly addressKey: string;
  /** Where its key is: 0 for what payers were given, 1 for change. */
  readonly branch: 0 | 1;
  readonly index: number;
}

/** A coin's name on the chain and in reservations. */
export function outpointOf({ txid, n }: Pick<Coin, 'txid' | 'n'>): string {
  return `${txid}:${n}`;
}

/**
 * The biggest coins that can be spent now: confirmed, unreserved payments to any of our addresses, and change. Coins
 * that carry tokens are excluded (hazard 17), and so are immature coinbase outputs (hazard 16).
 */
export async function spendableCoins(on: Tx | Db, { mode, network }: Chain, bounds: CoinBounds): Promise<Coin[]> {
  const rows = await select<CoinRow>(on, spendableSql, [mode, network, bounds.aboveMinor, bounds.most]);
  return rows.map(toCoin);
}

export interface CoinBounds {
  /** Coins of at most this many minor units are ignored. */
  readonly aboveMinor: bigint;
  readonly most: number;
}

/** Coins of ours by their outpoints, reserved or not; those that are no longer confirmed are missing. */
export async function coinsAt(tx: Tx, { mode, network }: Chain, outpoints: readonly string[]): Promise<Coin[]> {
  const txids = outpoints.map((outpoint) => outpoint.slice(0, outpoint.indexOf(':')));
  const rows = await select<CoinRow>(tx, coinsAtSql, [mode, network, txids]);
  return rows.map(toCoin).filter((coin) => outpoints.includes(outpointOf(coin)));
}

/** The change address index of a transaction, so that its replacement can reuse it; null without change. */
export async function changeIndexOf(tx: Tx, transactionId: string): Promise<number | null> {
  const [row] = await select<{ derivation_index: string }>(tx, changeIndexSql, [transactionId]);
  return row === undefined ? null : Number(row.derivation_index);
}

/**
 * Releases coins reserved only by failed transactions that conflict with a confirmed one, e.g. inputs that a
 * replacement added to those of the original.
 */
export async function releaseCoins(tx: Tx, confirmedId: string): Promise<void> {
  return release(tx, await select<Released>(tx, releaseSql, [confirmedId]));
}

/** Releases the coins of a whole group of failed conflicting transactions, except those that others have spent. */
export async function releaseCoinsExcept(
  tx: Tx,
  transactionId: string,
  spentByOthers: readonly string[],
): Promise<void> {
  await execute(tx, markTakenSql, [transactionId, spentByOthers]);
  return release(tx, await select<Released>(tx, releaseExceptSql, [transactionId]));
}

type Released = Chain & { readonly spend: string };

async function release(tx: Tx, released: readonly Released[]): Promise<void> {
  const [first] = released;
  if (first === undefined) return;
  await lockMarks(tx, first);
  await markCoins(tx, first, { spends: released.map(({ spend }) => spend), reserved: false });
}

/** Marks newly reserved coins so that {@link spendableCoins} can skip them by index. Only an optimization. */
export function markReservedCoins(db: Db, chain: Chain): Promise<void> {
  return retrying(() =>
    inTransaction(db, async (tx) => {
      await lockMarks(tx, chain);
      const rows = await select<{ spend: string }>(tx, reservedSql, [chain.mode, chain.network]);
      if (rows.length === 0) return;
      await markCoins(tx, chain, { spends: rows.map(({ spend }) => spend), reserved: true });
    }),
  );
}

/** Serializes setting and clearing marks: a mark without a reservation would hide a coin forever. */
async function lockMarks(tx: Tx, { mode, network }: Chain): Promise<void> {
  await lockUntilCommit(tx, `coins:${mode}:${network}`);
}

async function markCoins(
  tx: Tx,
  { mode, network }: Chain,
  { spends, reserved }: { readonly spends: readonly string[]; readonly reserved: boolean },
): Promise<void> {
  for (const sql of [markPaymentsSql, markChangeSql]) await execute(tx, sql, [mode, network, spends, reserved]);
}

interface CoinRow {
  txid: string;
  output: string;
  amount_minor: string;
  address_key: string;
  branch: 0 | 1;
  derivation_index: string;
}

function toCoin(row: CoinRow): Coin {
  return {
    txid: row.txid,
    n: Number(row.output),
    amountMinor: BigInt(row.amount_minor),
    addressKey: row.address_key,
    branch: row.branch,
    index: Number(row.derivation_index),
  };
}

/** Payments to us (`p`), and change (`c`) of transactions (`t`), each under a further condition. */
const coins = (payments: string, change: string) => `
  SELECT p.txid, p.output, p.amount_minor, p.address_key, 0 AS branch, w.derivation_index
  FROM payment p
  JOIN watched_address w ON w.mode = p.mode AND w.network = p.network AND w.address_key = p.address_key
    AND w.destination_tag = -1
  WHERE p.mode = $1 AND p.network = $2 AND p.gate_id = $2 AND p.status = 'confirmed' AND ${payments}
  UNION ALL
  SELECT t.txid, c.output, c.amount_minor, c.address_key, 1, c.derivation_index
  FROM outgoing_change c JOIN outgoing_transaction t ON t.id = c.transaction_id
  WHERE t.mode = $1 AND t.network = $2 AND t.status = 'confirmed' AND ${change}`;
// The conditions of the indexes payment_unreserved and outgoing_change_spendable.
const unmarkedCoins = coins(`NOT p.reserved AND p.network IN (${UTXO_NETWORKS_SQL})`, 'NOT c.reserved');
const isReserved = `EXISTS (
    SELECT FROM outgoing_spend s
    WHERE s.mode = $1 AND s.network = $2 AND s.spend = coin.txid || ':' || coin.output)`;

const spendableSql = prepared(`
  SELECT * FROM (${unmarkedCoins}) AS coin
  WHERE amount_minor > $3 AND NOT ${isReserved} ORDER BY amount_minor DESC, txid, output LIMIT $4`);
const reservedSql = prepared(
  `SELECT txid || ':' || output AS spend FROM (${unmarkedCoins}) AS coin WHERE ${isReserved}`,
);
const coinsAtSql = prepared(coins('p.txid = ANY($3::text[])', 't.txid = ANY($3::text[])'));
const changeIndexSql = prepared(
  'SELECT derivation_index FROM outgoing_change WHERE transaction_id = $1 ORDER BY output LIMIT 1',
);
const releaseSql = prepared(`${WITH_CONFLICTING}
  DELETE FROM outgoing_spend s USING outgoing_transaction winner, outgoing_transaction loser
  WHERE winner.id = $1 AND loser.id = s.transaction_id AND loser.id <> winner.id AND loser.status = 'failed'
    AND winner.network IN (${UTXO_NETWORKS_SQL}) AND s.spend <> ALL(winner.spends) AND NOT s.taken
    AND loser.id IN (SELECT id FROM conflicting)
  RETURNING s.mode, s.network, s.spend`);
const markTakenSql = prepared(`${WITH_CONFLICTING}
  UPDATE outgoing_spend
  SET taken = true
  WHERE transaction_id IN (SELECT id FROM conflicting) AND spend = ANY($2::text[])`);
const releaseExceptSql = prepared(`${WITH_CONFLICTING}
  DELETE FROM outgoing_spend s USING outgoing_transaction t
  WHERE t.id = s.transaction_id AND t.id IN (SELECT id FROM conflicting) AND t.network IN (${UTXO_NETWORKS_SQL})
    AND NOT s.taken
  RETURNING s.mode, s.network, s.spend`);
const markPaymentsSql = prepared(`
  UPDATE payment
  SET reserved = $4
  WHERE mode = $1 AND key IN (SELECT $2 || ':' || spend FROM unnest($3::text[]) AS named(spend))`);
const markChangeSql = prepared(`
  UPDATE outgoing_change c SET reserved = $4 FROM unnest($3::text[]) AS named(spend), outgoing_transaction t
  WHERE t.mode = $1 AND t.network = $2 AND t.txid = split_part(spend, ':', 1) AND c.transaction_id = t.id
    AND c.output = split_part(spend, ':', 2)`);
