import { createHash } from 'node:crypto';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { TransferRequest } from './transfer-request.ts';

export type TransferState = 'posted' | 'pending' | 'post_pending' | 'void_pending';

/** The row of a transfer. */
export interface TransferRecord {
  readonly key: string;
  readonly kind: string;
  readonly state: TransferState;
  /** The id of the pending transfer that this one ends. */
  readonly resolves: string | null;
  readonly digest: Buffer;
  readonly invoiceId?: string | null;
  readonly entity?: string | null;
  readonly note?: string | undefined;
}

/** An entry: a debit is positive, a credit negative, in minor units. */
export interface Line {
  readonly key: string;
  readonly accountId: string;
  readonly asset: string;
  readonly layer: 'pending' | 'posted';
  readonly amount: bigint;
  readonly line: number;
}

/**
 * Writes transfers, their entries and the balances with one statement, skipping existing transfers. The accounts must
 * be locked.
 * @returns the keys that are new.
 */
export async function writeTransfers(
  tx: Tx,
  transfers: readonly TransferRecord[],
  lines: readonly Line[],
): Promise<Set<string>> {
  const rows = await select<{ key: string }>(tx, writeStatement, [
    transfers.map(({ key }) => key),
    transfers.map(({ kind }) => kind),
    transfers.map(({ state }) => state),
    transfers.map(({ resolves }) => resolves),
    transfers.map(({ digest }) => `\\x${digest.toString('hex')}`),
    transfers.map(({ invoiceId }) => invoiceId ?? null),
    transfers.map(({ entity }) => entity ?? null),
    transfers.map(({ note }) => note ?? null),
    lines.map(({ key }) => key),
    lines.map(({ accountId }) => accountId),
    lines.map(({ asset }) => asset),
    lines.map(({ layer }) => layer),
    lines.map(({ amount }) => String(amount)),
    lines.map(({ line }) => line),
  ]);
  return new Set(rows.map(({ key }) => key));
}

/** Two requests with one key are the same if their digests are equal: everything except the note. */
export function transferDigest(request: TransferRequest, state: TransferState): Buffer {
  const postings = request.postings.map(({ debit, credit, minor }) => [
    [debit.owner, debit.mode, debit.asset, debit.kind],
    [credit.owner, credit.mode, credit.asset, credit.kind],
    String(minor),
  ]);
  const content = [state, request.kind, request.invoiceId ?? null, request.entity ?? null, postings];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

// The entry that ends a hold has the opposite sign, so it reduces the pending side that the hold increased.
const writeStatement = prepared(`
  WITH made AS (
    INSERT INTO transfer (key, kind, state, resolves, digest, invoice_id, entity, note)
    SELECT *
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::uuid[], $7::text[], $8::text[])
    ON CONFLICT DO NOTHING
    RETURNING id, key, state
  ), line AS (
    SELECT made.id AS transfer_id, made.state IN ('post_pending', 'void_pending') AS resolving, l.account_id, l.asset,
      l.layer, l.amount, l.line
    FROM unnest($9::text[], $10::bigint[], $11::text[], $12::text[], $13::numeric[], $14::smallint[])
      AS l (key, account_id, asset, layer, amount, line)
    JOIN made USING (key)
  ), written AS (
    INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
    SELECT transfer_id, account_id, asset, layer, amount, line FROM line
  ), change AS (
    SELECT account_id,
      sum(CASE WHEN layer = 'pending' THEN CASE WHEN resolving THEN least(amount, 0) ELSE greatest(amount, 0) END
        ELSE 0 END) AS debits_pending,
      sum(CASE WHEN layer = 'posted' THEN greatest(amount, 0) ELSE 0 END) AS debits_posted,
      sum(CASE WHEN layer = 'pending' THEN CASE WHEN resolving THEN -greatest(amount, 0) ELSE -least(amount, 0) END
        ELSE 0 END) AS credits_pending,
      sum(CASE WHEN layer = 'posted' THEN -least(amount, 0) ELSE 0 END) AS credits_posted
    FROM line GROUP BY account_id
  ), moved AS (
    UPDATE account a
    SET debits_pending = a.debits_pending + c.debits_pending, debits_posted = a.debits_posted + c.debits_posted,
        credits_pending = a.credits_pending + c.credits_pending, credits_posted = a.credits_posted + c.credits_posted
    FROM change c WHERE a.id = c.account_id
  )
  SELECT key FROM made`);
