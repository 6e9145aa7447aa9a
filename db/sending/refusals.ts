import { type Alert, raiseAlert } from '../alerts/alerts.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import type { Outgoing } from './transactions.ts';

const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 300_000;
const FIRST_NEW_TRANSFER_MS = 120_000;
const LONGEST_NEW_TRANSFER_MS = 6 * 3_600_000;

export interface Refusal {
  /** The node's error message. */
  readonly words: string;
  readonly nowMs: number;
}

/**
 * Records that a node refused a transaction; it is sent again with exponential backoff of up to five minutes. An
 * internal transfer has no payout to show the reason, so it raises an alert and its address backs off as well.
 */
export async function noteRefusal(tx: Tx, outgoing: Outgoing, { words, nowMs }: Refusal): Promise<void> {
  const { id, mode, network, txid, refusals } = outgoing;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(refusals, 10), LONGEST_PAUSE_MS);
  await execute(tx, refusedSql, [id, words, new Date(nowMs + pauseMs)]);
  if (outgoing.payoutIds.length > 0) return;
  const deposit = await maybeOne<{ address: string }>(tx, depositSql, [id]);
  if (deposit !== undefined && refusals === 0) {
    const pauses = [FIRST_NEW_TRANSFER_MS, LONGEST_NEW_TRANSFER_MS, new Date(nowMs)];
    await execute(tx, holdingSql, [mode, network, deposit.address, words, ...pauses]);
  }
  await raiseAlert(tx, alertOf(outgoing, deposit?.address ?? txid, words));
}

/** Why the node refuses the pending transfer from or to an address; null where it does not. */
export async function refusalAt(tx: Tx, { mode, network }: Chain, addressKey: string): Promise<string | null> {
  return (await maybeOne<{ words: string }>(tx, refusalAtSql, [mode, network, addressKey]))?.words ?? null;
}

/** Closes the alerts of transfers that are no longer refused. */
export async function closeRefusals(on: Tx | Db, { mode, network }: Chain): Promise<void> {
  await execute(on, closeSql, [ALERT, mode, network]);
}

const ALERT = 'transfer_refused';

function alertOf({ mode, network, txid }: Outgoing, about: string, words: string): Alert {
  return {
    kind: ALERT,
    subject: `${mode}:${network}:${about}`,
    message:
      `The ${network} node refuses a transaction of the gateway itself (${txid}): ${words} ` +
      'It is retried with increasing delays.',
  };
}

const refusedSql = prepared(`
  UPDATE outgoing_transaction SET refusals = refusals + 1, refusal_words = $2, send_after = $3 WHERE id = $1`);
const depositSql = prepared(`
  SELECT CASE t.kind WHEN 'sweep' THEN i.from_key ELSE i.to_key END AS address
  FROM outgoing_internal i JOIN outgoing_transaction t ON t.id = i.transaction_id WHERE t.id = $1`);
const holdingSql = prepared(`
  UPDATE deposit_holding SET state = 'refused', words = $4, refusals = refusals + 1,
    due_at = $7::timestamptz + least($5::bigint * 2 ^ least(refusals, 20), $6::bigint) * interval '1 millisecond'
  WHERE mode = $1 AND network = $2 AND address_key = $3`);
const refusalAtSql = prepared(`
  SELECT t.refusal_words AS words FROM outgoing_internal i JOIN outgoing_transaction t ON t.id = i.transaction_id
  WHERE i.mode = $1 AND i.network = $2 AND (i.from_key = $3 OR i.to_key = $3) AND t.status IN ('signed', 'sent')
    AND t.refusals > 0
  ORDER BY t.signed_at DESC LIMIT 1`);
const closeSql = prepared(`
  UPDATE alert a SET resolved_at = now(), plan_at = now()
  WHERE a.kind = $1 AND a.resolved_at IS NULL AND a.subject LIKE $2 || ':' || $3 || ':%'
    AND NOT EXISTS (SELECT FROM deposit_holding h
      WHERE h.mode = $2 AND h.network = $3 AND h.refusals > 0 AND a.subject = $2 || ':' || $3 || ':' || h.address_key)
    AND NOT EXISTS (SELECT FROM outgoing_transaction t
      WHERE t.mode = $2 AND t.network = $3 AND t.refusals > 0 AND t.status IN ('signed', 'sent')
        AND a.subject = $2 || ':' || $3 || ':' || t.txid)`);
