import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import type { TransferOutcome } from './transfers.ts';
import { type Line, writeTransfers } from './write.ts';

export interface Resolution {
  /** The key of the resolving transfer, e.g. `payout:<uuid>:post`. */
  readonly key: string;
  /** The key of the hold. */
  readonly pendingKey: string;
  /** `post` gives the money to the credit side; `void` gives it back. */
  readonly outcome: 'post' | 'void';
  readonly note?: string;
}

/**
 * Ends a hold, at most once: the same key again does nothing, another key is refused.
 *
 * @throws DomainError `not_found` when there is no such hold; `conflict` when it was ended otherwise.
 */
export async function resolveTransfer(tx: Tx, resolution: Resolution): Promise<TransferOutcome> {
  const { key, outcome } = resolution;
  const entries = await lockHold(tx, resolution.pendingKey);
  const [first] = entries;
  if (!first) throw new DomainError('not_found', { message: `There is no hold ${resolution.pendingKey}.` });

  const digest = createHash('sha256')
    .update(JSON.stringify([outcome, resolution.pendingKey]))
    .digest();
  const state = outcome === 'post' ? 'post_pending' : 'void_pending';
  const record = {
    key,
    kind: first.kind,
    state,
    resolves: first.transfer_id,
    digest,
    ...(first.invoice_id === null ? {} : { invoiceId: first.invoice_id }),
    ...(first.entity === null ? {} : { entity: first.entity }),
    ...(resolution.note === undefined ? {} : { note: resolution.note }),
  } as const;
  const created = await writeTransfers(
    tx,
    [record],
    entries.flatMap((entry) => resolvingLines(key, entry, outcome)),
  );
  if (!created.has(key)) await confirmSame(tx, key, digest, resolution.pendingKey);
  return { key, created: created.has(key) };
}

interface HeldEntry {
  transfer_id: string;
  kind: string;
  invoice_id: string | null;
  entity: string | null;
  account_id: string;
  asset: string;
  amount: string;
  line: number;
}

// Entries never change, so reading them with the lock of their accounts in one statement is safe.
const lockHoldStatement = prepared(`
  SELECT t.id AS transfer_id, t.kind, t.invoice_id, t.entity, e.account_id, e.asset, e.amount, e.line
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.key = $1 AND t.state = 'pending'
  ORDER BY a.id, e.line
  FOR NO KEY UPDATE OF a`);

function lockHold(tx: Tx, pendingKey: string): Promise<HeldEntry[]> {
  return select<HeldEntry>(tx, lockHoldStatement, [pendingKey]);
}

function resolvingLines(key: string, entry: HeldEntry, outcome: 'post' | 'void'): Line[] {
  const amount = BigInt(entry.amount);
  const common = { key, accountId: entry.account_id, asset: entry.asset };
  const released: Line = { ...common, layer: 'pending', amount: -amount, line: 2 * entry.line };
  if (outcome === 'void') return [released];
  return [released, { ...common, layer: 'posted', amount, line: 2 * entry.line + 1 }];
}

const findStatement = prepared('SELECT digest FROM transfer WHERE key = $1');

async function confirmSame(tx: Tx, key: string, digest: Buffer, pendingKey: string): Promise<void> {
  const [row] = await select<{ digest: Buffer }>(tx, findStatement, [key]);
  if (row?.digest.equals(digest)) return;
  throw new DomainError('conflict', { message: `The hold ${pendingKey} was ended by another transfer.` });
}
