import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { stripeFor } from './accounts.ts';
import type { TransferRequest } from './transfer-request.ts';
import type { TransferOutcome } from './transfers.ts';
import { type Line, type TransferRecord, writeTransfers } from './write.ts';

export interface Resolution {
  /** The key of the resolving transfer, e.g. `payout:<uuid>:post`. */
  readonly key: string;
  /** The key of the hold. */
  readonly pendingKey: string;
  /** `post` moves the money to the credit side; `void` returns it. */
  readonly outcome: 'post' | 'void';
  readonly note?: string;
}

/**
 * Ends a hold, at most once: repeating the key does nothing, another key is refused.
 *
 * @throws DomainError `not_found` when there is no such hold; `conflict` when another transfer ended it.
 */
export async function resolveTransfer(tx: Tx, resolution: Resolution): Promise<TransferOutcome> {
  const created = await endHolds(tx, [resolution]);
  return { key: resolution.key, created: created.has(resolution.key) };
}

/** {@link resolveTransfer} for several holds, all or none: their balances are locked in one order. */
export async function resolveTransfers(tx: Tx, resolutions: readonly Resolution[]): Promise<TransferOutcome[]> {
  if (resolutions.length === 0) return [];
  const created = await endHolds(tx, resolutions);
  return resolutions.map(({ key }) => ({ key, created: created.has(key) }));
}

/** @returns the keys of the resolutions that are new */
async function endHolds(tx: Tx, resolutions: readonly Resolution[]): Promise<Set<string>> {
  const held = Map.groupBy(
    await select<HeldEntry>(tx, lockHoldsStatement, [resolutions.map(({ pendingKey }) => pendingKey)]),
    ({ pending_key }) => pending_key,
  );
  const plans = resolutions.map((resolution) => planOf(resolution, held.get(resolution.pendingKey) ?? []));
  const created = await writeTransfers(
    tx,
    plans.map(({ record }) => record),
    plans.flatMap(({ lines }) => lines),
  );
  if (created.size < plans.length) await confirmSame(tx, plans);
  return created;
}

/**
 * Locks the balances of holds and of later transfers in one order. Without it, two calls in one transaction would each
 * lock in order but together against it. Missing accounts are locked when they are created.
 */
export async function lockForEnds(
  tx: Tx,
  pendingKeys: readonly string[],
  transfers: readonly TransferRequest[],
): Promise<void> {
  const stripes = transfers.flatMap(({ key, postings }) =>
    postings.flatMap(({ debit, credit }) => [stripeFor(debit, key), stripeFor(credit, key)]),
  );
  await select(tx, lockEndsStatement, [
    pendingKeys,
    stripes.map(({ owner }) => owner),
    stripes.map(({ mode }) => mode),
    stripes.map(({ asset }) => asset),
    stripes.map(({ kind }) => kind),
    stripes.map(({ stripe }) => stripe),
  ]);
}

interface ResolutionPlan {
  readonly record: TransferRecord;
  readonly lines: readonly Line[];
  readonly pendingKey: string;
}

function planOf({ key, pendingKey, outcome, note }: Resolution, entries: readonly HeldEntry[]): ResolutionPlan {
  const [first] = entries;
  if (!first) throw new DomainError('not_found', { message: `There is no hold ${pendingKey}.` });
  const digest = createHash('sha256')
    .update(JSON.stringify([outcome, pendingKey]))
    .digest();
  const record: TransferRecord = {
    key,
    kind: first.kind,
    state: outcome === 'post' ? 'post_pending' : 'void_pending',
    resolves: first.transfer_id,
    digest,
    invoiceId: first.invoice_id,
    entity: first.entity,
    note,
  };
  return { record, lines: entries.flatMap((entry) => resolvingLines(key, entry, outcome)), pendingKey };
}

interface HeldEntry {
  pending_key: string;
  transfer_id: string;
  kind: string;
  invoice_id: string | null;
  entity: string | null;
  account_id: string;
  asset: string;
  amount: string;
  line: number;
}

// Entries never change, so one statement can read them and lock their accounts.
const lockHoldsStatement = prepared(`
  SELECT t.key AS pending_key, t.id AS transfer_id, t.kind, t.invoice_id, t.entity, e.account_id, e.asset, e.amount,
    e.line
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.key = ANY($1::text[]) AND t.state = 'pending'
  ORDER BY a.id, t.id, e.line
  FOR NO KEY UPDATE OF a`);

const lockEndsStatement = prepared(`
  SELECT a.id FROM account a
  WHERE a.id IN (
    SELECT e.account_id FROM transfer t JOIN entry e ON e.transfer_id = t.id WHERE t.key = ANY($1::text[])
    UNION
    SELECT b.id
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[]) AS w (owner, mode, asset, kind, stripe)
    JOIN account b USING (owner, mode, asset, kind, stripe))
  ORDER BY a.id
  FOR NO KEY UPDATE OF a`);

function resolvingLines(key: string, entry: HeldEntry, outcome: 'post' | 'void'): Line[] {
  const amount = BigInt(entry.amount);
  const common = { key, accountId: entry.account_id, asset: entry.asset };
  const released: Line = { ...common, layer: 'pending', amount: -amount, line: 2 * entry.line };
  if (outcome === 'void') return [released];
  return [released, { ...common, layer: 'posted', amount, line: 2 * entry.line + 1 }];
}

const findStatement = prepared('SELECT key, digest FROM transfer WHERE key = ANY($1::text[])');

async function confirmSame(tx: Tx, plans: readonly ResolutionPlan[]): Promise<void> {
  const rows = await select<{ key: string; digest: Buffer }>(tx, findStatement, [
    plans.map(({ record }) => record.key),
  ]);
  const digests = new Map(rows.map(({ key, digest }) => [key, digest]));
  for (const { record, pendingKey } of plans) {
    if (digests.get(record.key)?.equals(record.digest)) continue;
    throw new DomainError('conflict', { message: `The hold ${pendingKey} was ended by another transfer.` });
  }
}
