import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { outgoingInternalTable, outgoingTable } from './rows.ts';
import { type NewOutgoing, storeOutgoing } from './transactions.ts';

/**
 * A transfer between accounts of the gateway. `sweep`: from a deposit address to the paying account. `gas`: coins from
 * the paying account to a deposit address, for the fee of sweeping its tokens.
 */
export interface InternalTransfer {
  readonly kind: 'sweep' | 'gas';
  readonly gateId: CryptoGateId;
  readonly fromKey: string;
  readonly toKey: string;
  readonly amountMinor: bigint;
}

/** Stores a signed internal transfer before it is sent; it is sent, tracked and booked like those of payouts. */
export async function storeInternal(
  tx: Tx,
  outgoing: Omit<NewOutgoing, 'lines' | 'change'>,
  transfer: InternalTransfer,
): Promise<void> {
  const { mode, network } = outgoing.chain;
  const id = await storeOutgoing(tx, { ...outgoing, lines: [], change: [] });
  const { kind, ...moved } = transfer;
  await outgoingTable.update(tx, { kind }, { id });
  await outgoingInternalTable.create(tx, { transactionId: id, mode, network, ...moved });
}

/** Stores a signed transaction that merges coins of ours; its outputs are change. */
export async function storeMerge(tx: Tx, outgoing: NewOutgoing): Promise<void> {
  await outgoingTable.update(tx, { kind: 'sweep' }, { id: await storeOutgoing(tx, outgoing) });
}

/** An internal transfer that waits for a block. */
export interface WaitingInternal {
  readonly id: string;
  /** The bytes, as the network's node takes them. */
  readonly raw: string;
  /** Null for coins that are merged. */
  readonly transfer: (InternalTransfer & { readonly depositIndex: number }) | null;
}

/** Internal transfers signed before `signedBeforeMs` that are in no block, the longest waiting first. */
export async function waitingInternal(
  on: Tx | Db,
  { mode, network }: Chain,
  { signedBeforeMs, limit }: { readonly signedBeforeMs: number; readonly limit: number },
): Promise<WaitingInternal[]> {
  const rows = await select<WaitingRow>(on, waitingSql, [mode, network, new Date(signedBeforeMs), limit]);
  return rows.map(({ transfer, ...row }) => ({
    ...row,
    transfer: transfer && {
      ...transfer,
      amountMinor: BigInt(transfer.amountMinor),
      depositIndex: Number(transfer.depositIndex),
    },
  }));
}

type Transfer = NonNullable<WaitingInternal['transfer']>;

interface WaitingRow extends Pick<WaitingInternal, 'id' | 'raw'> {
  readonly transfer: (Omit<Transfer, 'amountMinor'> & { readonly amountMinor: string }) | null;
}

/** True while an internal transfer from or to this address is pending. */
export async function isMoving(tx: Tx, { mode, network }: Chain, addressKey: string): Promise<boolean> {
  return (await one<{ moving: boolean }>(tx, movingSql, [mode, network, addressKey])).moving;
}

/** True while coins for a fee are being sent to this address. */
export async function isGasComing(tx: Tx, { mode, network }: Chain, addressKey: string): Promise<boolean> {
  return (await one<{ coming: boolean }>(tx, gasSql, [mode, network, addressKey])).coming;
}

/** Those of the transactions that are internal transfers, and so nobody's payment. */
export async function internalAmong(tx: Tx, { mode, network }: Chain, txids: readonly string[]): Promise<Set<string>> {
  const rows = await select<{ txid: string }>(tx, amongSql, [mode, network, txids]);
  return new Set(rows.map(({ txid }) => txid));
}

const movingSql = prepared(`
  SELECT EXISTS (
    SELECT FROM outgoing_internal i JOIN outgoing_transaction t ON t.id = i.transaction_id
    WHERE i.mode = $1 AND i.network = $2 AND (i.from_key = $3 OR i.to_key = $3)
      AND t.status IN ('signed', 'sent', 'mined')) AS moving`);
const gasSql = prepared(`
  SELECT EXISTS (
    SELECT FROM outgoing_internal i JOIN outgoing_transaction t ON t.id = i.transaction_id
    WHERE i.mode = $1 AND i.network = $2 AND i.to_key = $3 AND t.kind = 'gas'
      AND t.status IN ('signed', 'sent', 'mined')) AS coming`);
const waitingSql = prepared(`
  SELECT t.id, t.raw, CASE WHEN i.transaction_id IS NOT NULL THEN jsonb_build_object(
      'kind', t.kind, 'gateId', i.gate_id, 'fromKey', i.from_key, 'toKey', i.to_key,
      'amountMinor', i.amount_minor::text, 'depositIndex', w.derivation_index) END AS transfer
  FROM outgoing_transaction t
  LEFT JOIN outgoing_internal i ON i.transaction_id = t.id
  LEFT JOIN watched_address w ON w.mode = t.mode AND w.network = t.network AND w.destination_tag = -1
    AND w.address_key = CASE t.kind WHEN 'sweep' THEN i.from_key ELSE i.to_key END
  WHERE t.mode = $1 AND t.network = $2 AND t.status IN ('signed', 'sent') AND t.kind <> 'payout' AND t.signed_at < $3
  ORDER BY t.signed_at, t.id LIMIT $4`);
const amongSql = prepared(`
  SELECT txid FROM outgoing_transaction WHERE mode = $1 AND network = $2 AND txid = ANY ($3) AND kind <> 'payout'`);
