import { newId } from '../../domain/ids.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../sequelize.ts';
import { execute, one, prepared } from '../sql.ts';

export interface NewOutgoing {
  readonly chain: Chain;
  readonly txid: string;
  readonly raw: string;
  readonly spends: readonly string[];
  readonly feeMinor: bigint;
  readonly lines: readonly { readonly payoutId: string; readonly output: string }[];
  readonly change: readonly ChangeOutput[];
  /** The transaction whose place it takes: it shares a spend with it, so only one of them can be mined. */
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
 * Stores signed bytes with what they use up and whom they pay, before anybody could see them. The database refuses a spend that another transaction
 * reserved and a payout that another transaction pays.
 */
export async function storeOutgoing(tx: Tx, outgoing: NewOutgoing): Promise<string> {
  const { chain, replaces } = outgoing;
  const id = newId(outgoing.nowMs);
  if (replaces !== null) {
    await execute(tx, `UPDATE outgoing_transaction SET status = 'replaced', updated_at = now() WHERE id = $1`, [
      replaces,
    ]);
    await execute(tx, 'UPDATE outgoing_line SET live = false WHERE transaction_id = $1', [replaces]);
  }
  await execute(tx, insertSql, [
    id,
    chain.mode,
    chain.network,
    outgoing.txid,
    outgoing.raw,
    outgoing.spends,
    outgoing.feeMinor,
    replaces,
    new Date(outgoing.nowMs),
  ]);
  await execute(tx, linesSql, [
    id,
    outgoing.lines.map((line) => line.payoutId),
    outgoing.lines.map((line) => line.output),
  ]);
  await execute(tx, replaces === null ? spendsSql : moreSpendsSql, [chain.mode, chain.network, outgoing.spends, id]);
  for (const change of outgoing.change) {
    await execute(tx, changeSql, [id, change.output, change.addressKey, change.derivationIndex, change.amountMinor]);
  }
  return id;
}

/** The next number of an account that signs, with its row locked to the end of the transaction: two signers take turns. */
export async function takeNonce(tx: Tx, { mode, network }: Chain, address: string, atLeast = 0n): Promise<bigint> {
  const { nonce } = await one<{ nonce: string }>(tx, nonceSql, [mode, network, address, atLeast]);
  return BigInt(nonce);
}

const insertSql = prepared(`
  INSERT INTO outgoing_transaction (id, mode, network, txid, raw, spends, fee_minor, status, replaces, signed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'signed', $8, $9)`);
const linesSql = prepared(`
  INSERT INTO outgoing_line (transaction_id, payout_id, output) SELECT $1, * FROM unnest($2::uuid[], $3::text[])`);
const spendsSql = prepared(`
  INSERT INTO outgoing_spend (mode, network, spend, transaction_id) SELECT $1, $2, unnest($3::text[]), $4`);
// What takes another one's place uses what that one reserved, and perhaps more.
const moreSpendsSql = prepared(`
  INSERT INTO outgoing_spend (mode, network, spend, transaction_id)
  SELECT $1, $2, w.spend, $4 FROM unnest($3::text[]) AS w(spend)
  WHERE NOT EXISTS (
    WITH RECURSIVE before AS (
      SELECT replaces FROM outgoing_transaction WHERE id = $4
      UNION SELECT t.replaces FROM outgoing_transaction t JOIN before b ON t.id = b.replaces
    )
    SELECT FROM outgoing_spend s WHERE s.mode = $1 AND s.network = $2 AND s.spend = w.spend AND s.transaction_id IN (SELECT replaces FROM before))`);
const changeSql = prepared(`
  INSERT INTO outgoing_change (transaction_id, output, address_key, derivation_index, amount_minor) VALUES ($1, $2, $3, $4, $5)`);
const nonceSql = prepared(`
  INSERT INTO sending_account AS a (mode, network, address, next_nonce) VALUES ($1, $2, $3, $4::bigint + 1)
  ON CONFLICT (mode, network, address) DO UPDATE SET next_nonce = greatest(a.next_nonce, $4::bigint) + 1
  RETURNING next_nonce - 1 AS nonce`);
