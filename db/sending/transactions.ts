import type { Mode, Network } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { OutgoingStatus } from '../../domain/state/payout-status.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, lockUntilCommit, maybeOne, one, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { releaseCoins } from './coins.ts';
import { WITH_CONFLICTING } from './conflicting-transactions.ts';
import { type OutgoingKind, outgoingChangeTable, outgoingLinesTable, outgoingTable } from './rows.ts';

/** A signed transaction of ours. */
export interface Outgoing {
  readonly id: string;
  readonly kind: OutgoingKind;
  readonly mode: Mode;
  readonly network: Network;
  readonly txid: string;
  /** The bytes, as the network's node takes them. */
  readonly raw: string;
  readonly spends: readonly string[];
  /** The most it can cost, in minor units of the network's coin. */
  readonly feeMinor: bigint;
  /** Only blocks above this height can contain it; null where not known, or signed before heights were stored. */
  readonly referenceHeight: number | null;
  readonly status: OutgoingStatus;
  /** How often nodes refused it since one last accepted it, and until when it is not sent again. */
  readonly refusals: number;
  readonly sendAfterMs: number | null;
  /** The block that holds it. */
  readonly block: OutgoingBlock | null;
  /** The block that first showed that others have spent its inputs; null while they have not. */
  readonly spentByOthersSince: OutgoingBlock | null;
  readonly payoutIds: readonly string[];
}

export interface OutgoingBlock {
  readonly height: number;
  readonly hash: string;
}

export interface NewOutgoing {
  readonly chain: Chain;
  readonly txid: string;
  readonly raw: string;
  readonly spends: readonly string[];
  readonly feeMinor: bigint;
  /** The block that the transaction refers to, on chains that require one; only later blocks can contain it. */
  readonly referenceHeight?: number;
  readonly lines: readonly { readonly payoutId: string; readonly output: string }[];
  readonly change: readonly ChangeOutput[];
  /** The transaction it replaces. Both share an input, so only one of them can be mined. */
  readonly replaces: string | null;
  readonly nowMs: number;
}

export interface ChangeOutput {
  readonly output: string;
  readonly addressKey: string;
  readonly derivationIndex: number;
  readonly amountMinor: bigint;
}

/**
 * Stores a signed transaction with its inputs and payouts before it is sent. The database rejects an input that another
 * transaction reserved and a payout that another transaction pays.
 */
export async function storeOutgoing(tx: Tx, outgoing: NewOutgoing): Promise<string> {
  const { chain, replaces } = outgoing;
  const id = newId(outgoing.nowMs);
  if (replaces !== null) {
    await outgoingTable.update(tx, { status: 'replaced', updatedAt: NOW }, { id: replaces });
    // A transaction that pays nobody takes over no payout: they stay with the payment, so that no other is signed for
    // them.
    if (outgoing.lines.length > 0) await outgoingLinesTable.update(tx, { live: false }, { transactionId: replaces });
  }
  await execute(tx, replaces === null ? insertSql : insertReplacementSql, [
    id,
    chain.mode,
    chain.network,
    outgoing.txid,
    outgoing.raw,
    outgoing.spends,
    outgoing.feeMinor,
    replaces,
    new Date(outgoing.nowMs),
    outgoing.lines.map((line) => line.payoutId),
    outgoing.lines.map((line) => line.output),
    outgoing.referenceHeight ?? null,
  ]);
  for (const change of outgoing.change) await outgoingChangeTable.create(tx, { transactionId: id, ...change });
  return id;
}

/** The transaction that pays a payout now, if one is signed. */
export async function liveOutgoingOf(on: Tx | Db, payoutId: string): Promise<Outgoing | null> {
  const row = await maybeOne<OutgoingRow>(on, liveSql, [payoutId]);
  return row === undefined ? null : toOutgoing(row);
}

/** The bytes for nodes for a payout: the transaction that pays it, or the cancellation in its place. */
export async function presentOutgoingOf(on: Tx | Db, payoutId: string): Promise<Outgoing | null> {
  const live = await liveOutgoingOf(on, payoutId);
  if (live?.status !== 'replaced') return live;
  return (await conflictGroupOf(on, live.id)).findLast(({ kind }) => kind === 'cancellation') ?? live;
}

/**
 * This transaction and all that conflict with it, oldest first, so that at most one of them can be mined: what it
 * replaced, what replaced it, and whatever else was signed for its payouts.
 */
export async function conflictGroupOf(on: Tx | Db, id: string): Promise<Outgoing[]> {
  const rows = await select<OutgoingRow>(
    on,
    `${WITH_CONFLICTING} ${outgoingSelect} WHERE t.id IN (SELECT id FROM conflicting) ORDER BY t.signed_at, t.id`,
    [id],
  );
  return rows.map(toOutgoing);
}

/** Records the block that first showed that others have spent its inputs; null clears it. */
export async function markSpentByOthers(on: Tx | Db, id: string, since: OutgoingBlock | null): Promise<void> {
  const overtaken = { overtakenHeight: since?.height ?? null, overtakenHash: since?.hash ?? null };
  await outgoingTable.update(on, overtaken, { id });
}

/**
 * The transactions to track: all unconfirmed ones, and those confirmed above a height. Those signed for payouts within
 * the grace period are left out, because the payout's workflow is about to send them.
 */
export async function trackedOutgoing(
  on: Tx | Db,
  chain: Chain,
  { aboveHeight, graceMs = 0 }: { readonly aboveHeight: number; readonly graceMs?: number },
): Promise<Outgoing[]> {
  const rows = await select<OutgoingRow>(on, trackedSql, [chain.mode, chain.network, aboveHeight, graceMs]);
  return rows.map(toOutgoing);
}

/** Whether a transaction of ours on this chain is signed and not confirmed yet. */
export async function hasUnconfirmedOutgoing(on: Tx | Db, { mode, network }: Chain): Promise<boolean> {
  return (await one<{ any: boolean }>(on, unconfirmedSql, [mode, network])).any;
}

/** Locks a transaction of ours and reads it. @throws Error when it does not exist */
export async function lockOutgoing(tx: Tx, id: string): Promise<Outgoing> {
  const [outgoing] = await lockOutgoings(tx, [id]);
  if (outgoing === undefined) throw new Error('There is no such transaction.');
  return outgoing;
}

/** The same of several, in the order of their ids. */
export async function lockOutgoings(tx: Tx, ids: readonly string[]): Promise<Outgoing[]> {
  await execute(tx, lockSql, [ids]);
  return (await select<OutgoingRow>(tx, lockedSql, [ids])).map(toOutgoing);
}

export interface OutgoingUpdate {
  readonly status: OutgoingStatus;
  readonly block: OutgoingBlock | null;
  readonly paidFeeMinor?: bigint | null;
}

/** Records its new status, block and cost. */
export function updateOutgoing(tx: Tx, id: string, move: OutgoingUpdate): Promise<void> {
  return updateOutgoings(tx, [{ id, ...move }]);
}

/** {@link updateOutgoing} for several, each at most once. */
export async function updateOutgoings(
  tx: Tx,
  moves: readonly (OutgoingUpdate & { readonly id: string })[],
): Promise<void> {
  await execute(tx, updateSql, [
    moves.map(({ id }) => id),
    moves.map(({ status }) => status),
    moves.map(({ block }) => block?.height ?? null),
    moves.map(({ block }) => block?.hash ?? null),
    moves.map(({ paidFeeMinor }) => paidFeeMinor ?? null),
  ]);
  const failed = moves.filter(({ status }) => status === 'failed').map(({ id }) => id);
  if (failed.length > 0) await execute(tx, endLinesSql, [failed]);
}

/** A transaction that lost, after it had been confirmed and a reorganization had removed it from its block. */
export interface UndoneOutgoing extends Pick<Outgoing, 'id' | 'mode' | 'network'> {
  /** The booked cost. */
  readonly paidFeeMinor: bigint;
}

/**
 * Fails all transactions that conflict with a confirmed one: they share its inputs and can never be mined.
 * @returns those whose cost was booked
 */
export async function failConflicting(tx: Tx, id: string): Promise<UndoneOutgoing[]> {
  const failed = await select<Omit<UndoneOutgoing, 'paidFeeMinor'> & { paid: string | null }>(tx, failConflictingSql, [
    id,
  ]);
  await execute(tx, endConflictingLinesSql, [id]);
  return failed.flatMap(({ paid, ...of }) => (paid === null ? [] : [{ ...of, paidFeeMinor: BigInt(paid) }]));
}

/** Those of the transactions that conflict with others, so that {@link makeSolePayment} changes something. */
export async function listConflicted(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await select<{ id: string }>(tx, conflictedSql, [ids])).map(({ id }) => id);
}

/** {@link failConflicting}, then makes this one the transaction that pays its payouts, even if it had been replaced. */
export async function makeSolePayment(tx: Tx, id: string): Promise<UndoneOutgoing[]> {
  const undone = await failConflicting(tx, id);
  await releaseCoins(tx, id);
  await outgoingLinesTable.update(tx, { live: true }, { transactionId: id });
  return undone;
}

/** Lets only one database transaction at a time sign for a chain, until it ends. */
export async function lockSigning(tx: Tx, { mode, network }: Chain): Promise<void> {
  await lockUntilCommit(tx, `signing:${mode}:${network}`);
}

/** The next nonce of a signing account. Locks its row until the transaction ends, so that two signers take turns. */
export async function takeNonce(tx: Tx, { mode, network }: Chain, address: string, atLeast = 0n): Promise<bigint> {
  const { nonce } = await one<{ nonce: string }>(tx, nonceSql, [mode, network, address, atLeast]);
  return BigInt(nonce);
}

type OutgoingRow = object & { readonly payoutIds: readonly string[] | null };

function toOutgoing(found: OutgoingRow): Outgoing {
  const row = outgoingTable.read(found);
  return {
    id: row.id,
    kind: row.kind,
    mode: row.mode,
    network: row.network,
    txid: row.txid,
    raw: row.raw,
    spends: row.spends,
    feeMinor: row.feeMinor,
    referenceHeight: row.referenceHeight,
    status: row.status,
    refusals: row.refusals,
    sendAfterMs: row.sendAfter?.getTime() ?? null,
    // A row from before block hashes were stored has an empty hash, matches no block and is checked again.
    block: blockOf(row.blockHeight, row.blockHash),
    spentByOthersSince: blockOf(row.overtakenHeight, row.overtakenHash),
    payoutIds: row.payoutIds ?? [],
  };
}

function blockOf(height: number | null, hash: string | null): OutgoingBlock | null {
  return height === null ? null : { height, hash: hash ?? '' };
}

const outgoingSelect = `
  SELECT ${outgoingTable.selected('t')},
    (SELECT array_agg(l.payout_id ORDER BY l.payout_id)::text[]
     FROM outgoing_line l WHERE l.transaction_id = t.id) AS "payoutIds"
  FROM outgoing_transaction t`;
const ofPayout = 't.id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)';
const liveSql = prepared(`
  ${outgoingSelect}
  WHERE ${ofPayout} AND t.id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1 AND live)`);
const trackedSql = prepared(`
  ${outgoingSelect} WHERE t.mode = $1 AND t.network = $2 AND (t.status IN ('signed', 'sent', 'mined', 'replaced')
    OR (t.status = 'confirmed' AND t.block_height > $3))
    AND NOT (t.status = 'signed' AND t.replaces IS NULL AND t.signed_at > now() - $4 * interval '1 millisecond'
      AND EXISTS (SELECT FROM outgoing_line l WHERE l.transaction_id = t.id))
  ORDER BY t.signed_at, t.id`);
const unconfirmedSql = prepared(`
  SELECT EXISTS (SELECT FROM outgoing_transaction
    WHERE mode = $1 AND network = $2 AND status IN ('signed', 'sent', 'mined')) AS any`);
const lockSql = prepared('SELECT id FROM outgoing_transaction WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE');
const lockedSql = prepared(`${outgoingSelect} WHERE t.id = ANY($1::uuid[]) ORDER BY t.id`);
const conflictedSql = prepared(`
  SELECT t.id FROM outgoing_transaction t
  WHERE t.id = ANY($1::uuid[]) AND (t.replaces IS NOT NULL OR t.status IN ('replaced', 'failed') OR EXISTS (
    SELECT FROM outgoing_transaction o WHERE o.replaces = t.id) OR EXISTS (
    SELECT FROM outgoing_line l
    JOIN outgoing_line m ON m.payout_id = l.payout_id AND m.transaction_id <> l.transaction_id
    WHERE l.transaction_id = t.id))`);
const insertWith = (which: string) =>
  prepared(`
  WITH made AS (
    INSERT INTO outgoing_transaction (id, mode, network, txid, raw, spends, fee_minor, status, replaces, signed_at,
      reference_height)
    VALUES ($1, $2, $3, $4, $5, $6::text[], $7, 'signed', $8::uuid, $9, $12::bigint)),
  reserved AS (
    INSERT INTO outgoing_spend (mode, network, spend, transaction_id)
    SELECT $2, $3, w.spend, $1 FROM unnest($6::text[]) AS w(spend) WHERE ${which})
  INSERT INTO outgoing_line (transaction_id, payout_id, output)
  SELECT $1, l.*
  FROM unnest($10::uuid[], $11::text[]) AS l`);
const insertSql = insertWith('true');
// A replacement uses inputs that the replaced one reserved, and perhaps more.
const insertReplacementSql = insertWith(`NOT EXISTS (
      WITH RECURSIVE before AS (
        SELECT $8::uuid AS id
        UNION SELECT t.replaces FROM outgoing_transaction t JOIN before b ON t.id = b.id
      )
      SELECT FROM outgoing_spend s
      WHERE s.mode = $2 AND s.network = $3 AND s.spend = w.spend AND s.transaction_id IN (SELECT id FROM before))`);
const failConflictingSql = prepared(`${WITH_CONFLICTING}
  UPDATE outgoing_transaction SET status = 'failed', updated_at = now()
  WHERE id <> $1 AND status <> 'failed' AND id IN (SELECT id FROM conflicting)
  RETURNING id, mode, network, paid_fee_minor::text AS paid`);
const endConflictingLinesSql = prepared(`${WITH_CONFLICTING}
  UPDATE outgoing_line SET live = false WHERE transaction_id <> $1 AND transaction_id IN (SELECT id FROM conflicting)`);
const updateSql = prepared(`
  UPDATE outgoing_transaction t SET status = m.status, block_height = m.height, block_hash = m.hash,
    paid_fee_minor = coalesce(m.fee, t.paid_fee_minor),
    refusals = CASE WHEN m.status = 'failed' THEN t.refusals ELSE 0 END, send_after = NULL,
    sent_at = CASE WHEN m.status = 'signed' THEN t.sent_at ELSE coalesce(t.sent_at, now()) END, updated_at = now()
  FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::numeric[]) AS m(id, status, height, hash, fee)
  WHERE t.id = m.id`);
const endLinesSql = prepared('UPDATE outgoing_line SET live = false WHERE transaction_id = ANY($1::uuid[])');
const nonceSql = prepared(`
  INSERT INTO sending_account AS a (mode, network, address, next_nonce) VALUES ($1, $2, $3, $4::bigint + 1)
  ON CONFLICT (mode, network, address) DO UPDATE SET next_nonce = greatest(a.next_nonce, $4::bigint) + 1
  RETURNING next_nonce - 1 AS nonce`);
