import type { CryptoGateId } from '../../domain/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../sequelize.ts';
import { execute, one, prepared, select } from '../sql.ts';
import { type NewOutgoing, storeOutgoing } from './outgoing.ts';

/**
 * Money that moves between accounts of the gateway's own. `sweep`: from a deposit address to the account that pays. `gas`: coins from there to a deposit address, for
 * the fee of its tokens' sweep.
 */
export interface InternalTransfer {
  readonly kind: 'sweep' | 'gas';
  readonly gateId: CryptoGateId;
  readonly fromKey: string;
  readonly toKey: string;
  readonly amountMinor: bigint;
}

/** Stores signed bytes that pay nobody else, before anybody could see them; they are sent, followed and booked like those of payouts. */
export async function storeInternal(
  tx: Tx,
  outgoing: Omit<NewOutgoing, 'lines' | 'change' | 'replaces'>,
  transfer: InternalTransfer,
): Promise<void> {
  const { mode, network } = outgoing.chain;
  const id = await storeOutgoing(tx, { ...outgoing, lines: [], change: [], replaces: null });
  await execute(tx, kindSql, [id, transfer.kind]);
  const { gateId, fromKey, toKey, amountMinor } = transfer;
  await execute(tx, insertSql, [id, mode, network, gateId, fromKey, toKey, amountMinor]);
}

/** Stores signed bytes that turn coins of ours into fewer: what they give is change. */
export async function storeMerge(tx: Tx, outgoing: Omit<NewOutgoing, 'replaces'>): Promise<void> {
  await execute(tx, kindSql, [await storeOutgoing(tx, { ...outgoing, replaces: null }), 'sweep']);
}

/** True while something between our accounts is on its way from or to this address. */
export async function isMoving(tx: Tx, { mode, network }: Chain, addressKey: string): Promise<boolean> {
  return (await one<{ moving: boolean }>(tx, movingSql, [mode, network, addressKey])).moving;
}

/** Those of the transactions that only move money between accounts of our own: nobody paid by them. */
export async function internalAmong(tx: Tx, { mode, network }: Chain, txids: readonly string[]): Promise<Set<string>> {
  const rows = await select<{ txid: string }>(tx, amongSql, [mode, network, txids]);
  return new Set(rows.map(({ txid }) => txid));
}

const kindSql = prepared('UPDATE outgoing_transaction SET kind = $2 WHERE id = $1');
const insertSql = prepared(`
  INSERT INTO outgoing_internal (transaction_id, mode, network, gate_id, from_key, to_key, amount_minor)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`);
const movingSql = prepared(`
  SELECT EXISTS (
    SELECT FROM outgoing_internal i JOIN outgoing_transaction t ON t.id = i.transaction_id
    WHERE i.mode = $1 AND i.network = $2 AND (i.from_key = $3 OR i.to_key = $3) AND t.status IN ('signed', 'sent', 'mined')) AS moving`);
const amongSql = prepared(`
  SELECT txid FROM outgoing_transaction WHERE mode = $1 AND network = $2 AND txid = ANY ($3) AND kind <> 'payout'`);
