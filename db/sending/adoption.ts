import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { PayoutStatus } from '../../domain/state/payout-status.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';

/** A payout that a transaction may have paid which the database does not know. */
export interface PayableRow {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly gateId: CryptoGateId;
  readonly addressKey: string;
  readonly destinationTag: string | null;
  readonly netMinor: string;
}

/** Which of these transactions are stored. */
export async function storedTxids(
  on: Db | Tx,
  { mode, network }: Chain,
  txids: readonly string[],
): Promise<Set<string>> {
  const rows = await select<{ txid: string }>(on, storedSql, [mode, network, txids]);
  return new Set(rows.map(({ txid }) => txid));
}

/** The amounts of those of these outpoints that are coins of ours, whatever their state. */
export async function ownCoins(
  on: Db | Tx,
  { mode, network }: Chain,
  outpoints: readonly string[],
): Promise<Map<string, bigint>> {
  const txids = [...new Set(outpoints.map((outpoint) => outpoint.slice(0, outpoint.indexOf(':'))))];
  const rows = await select<{ outpoint: string; minor: string }>(on, coinsSql, [mode, network, txids]);
  const requested = new Set(outpoints);
  return new Map(
    rows.filter(({ outpoint }) => requested.has(outpoint)).map(({ outpoint, minor }) => [outpoint, BigInt(minor)]),
  );
}

/** Those of these accounts that are addresses which we gave to payers. */
export async function watchedAmong(
  on: Db | Tx,
  { mode, network }: Chain,
  addressKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await select<{ key: string }>(on, watchedSql, [mode, network, [...new Set(addressKeys)]]);
  return new Set(rows.map(({ key }) => key));
}

/** The transaction that reserved one of these inputs, the newest one of its group; undefined when none did. */
export function reservedBy(
  on: Db | Tx,
  { mode, network }: Chain,
  spends: readonly string[],
): Promise<{ readonly id: string } | undefined> {
  return maybeOne<{ id: string }>(on, reservedSql, [mode, network, spends]);
}

/** Payouts to these addresses that nothing is signed for, or only what was replaced; the oldest first. */
export function payablePayouts(
  on: Db | Tx,
  { mode, network }: Chain,
  { addressKeys, replaces }: { readonly addressKeys: readonly string[]; readonly replaces: string | null },
): Promise<PayableRow[]> {
  return select<PayableRow>(on, payableSql, [mode, network, addressKeys, replaces]);
}

const storedSql = prepared(
  'SELECT txid FROM outgoing_transaction WHERE mode = $1 AND network = $2 AND txid = ANY($3::text[])',
);
const watchedSql = prepared(`
  SELECT DISTINCT address_key AS key FROM watched_address
  WHERE mode = $1 AND network = $2 AND address_key = ANY($3::text[])`);
const coinsSql = prepared(`
  SELECT txid || ':' || output AS outpoint, amount_minor::text AS minor FROM payment
  WHERE mode = $1 AND network = $2 AND gate_id = $2 AND txid = ANY($3::text[])
  UNION ALL
  SELECT t.txid || ':' || c.output, c.amount_minor::text
  FROM outgoing_transaction t JOIN outgoing_change c ON c.transaction_id = t.id
  WHERE t.mode = $1 AND t.network = $2 AND t.txid = ANY($3::text[])`);
const reservedSql = prepared(`
  SELECT t.id FROM outgoing_spend s JOIN outgoing_transaction t ON t.id = s.transaction_id
  WHERE s.mode = $1 AND s.network = $2 AND s.spend = ANY($3::text[]) AND t.status IN ('signed', 'sent')
  ORDER BY t.signed_at DESC, t.id DESC LIMIT 1`);
const payableSql = prepared(`
  SELECT p.id, p.status, p.gate_id AS "gateId", p.address_key AS "addressKey",
    p.destination_tag::text AS "destinationTag", p.net_minor::text AS "netMinor"
  FROM payout p
  WHERE p.mode = $1 AND p.network = $2 AND p.address_key = ANY($3::text[])
    AND p.status IN ('new', 'pending', 'queue', 'confirming', 'error')
    AND NOT EXISTS (SELECT FROM outgoing_line l
      WHERE l.payout_id = p.id AND l.live AND l.transaction_id IS DISTINCT FROM $4::uuid)
  ORDER BY p.created_at, p.id`);
