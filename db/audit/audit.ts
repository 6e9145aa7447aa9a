import type { AuditAction, AuditActorKind, AuditData } from '../../domain/accounts/audit.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { beforeCommit, type Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, one, prepared } from '../core/sql.ts';
import { type AuditContent, auditHash, storable } from './canonical.ts';
import { auditLogTable } from './rows.ts';

/** The person, with the name at that time. */
export interface AuditActor {
  readonly kind: AuditActorKind;
  /** Null for `system`. */
  readonly id: string | null;
  readonly name: string;
}

/** One thing that somebody did. */
export interface AuditEntry {
  /** The merchant whom it concerns; `staff` for what the gateway's people do among themselves. */
  readonly chain: MerchantId | 'staff';
  readonly actor: AuditActor;
  /** From where: `originOf(client)` fits. Null if there is no request behind it. */
  readonly origin: { readonly ip: string | null; readonly browser: string | null } | null;
  readonly action: AuditAction;
  readonly target?: { readonly kind: string; readonly id: string; readonly label: string } | null;
  /** Other related data, e.g. the values before and after. No secrets. */
  readonly data?: AuditData;
}

/**
 * Records what somebody did, in the transaction that does it: both are committed or neither. The row is written right
 * before the commit, so that the chain is locked last, for a moment, and in the same order by everyone; an append never
 * waits for anybody who waits for it.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { origin, target = null, data = {}, chain, actor, action } = storable(entry);
  const row: Pending = {
    chain,
    actor,
    origin: origin ?? { ip: null, browser: null },
    action,
    target,
    data,
    at: new Date(),
  };
  const waiting = pending.get(tx);
  if (waiting !== undefined) {
    waiting.push(row);
    return;
  }
  const entries = [row];
  pending.set(tx, entries);
  beforeCommit(tx, () => append(tx, entries));
}

type Pending = Omit<AuditContent, 'seq'>;

const pending = new WeakMap<Tx, Pending[]>();

async function append(tx: Tx, entries: readonly Pending[]): Promise<void> {
  // Equal chains stay in the order of their acts: the sort is stable.
  const ordered = entries.toSorted((a, b) => (a.chain < b.chain ? -1 : a.chain > b.chain ? 1 : 0));
  let head: Head | undefined;
  for (const entry of ordered) {
    if (head?.chain !== entry.chain) head = await lockHead(tx, entry.chain);
    const seq: bigint = head.seq + 1n;
    const content: AuditContent = { ...entry, seq };
    const hash = auditHash(head.hash, content);
    await insert(tx, content, { previousHash: head.hash, hash });
    head = { chain: entry.chain, seq, hash };
  }
}

interface Head {
  readonly chain: string;
  readonly seq: bigint;
  readonly hash: Buffer;
}

/** Waits for other appends to the chain, and then reads its newest row. */
async function lockHead(tx: Tx, chain: string): Promise<Head> {
  const found = await maybeOne<HeadRow>(tx, lockStatement, [chain]);
  if (found === undefined) {
    await execute(tx, 'INSERT INTO audit_chain (chain) VALUES ($1) ON CONFLICT (chain) DO NOTHING', [chain]);
  }
  const { last_seq, last_hash } = found ?? (await one<HeadRow>(tx, lockStatement, [chain]));
  return { chain, seq: BigInt(last_seq), hash: last_hash };
}

interface HeadRow {
  last_seq: string;
  last_hash: Buffer;
}

const lockStatement = prepared('SELECT last_seq, last_hash FROM audit_chain WHERE chain = $1 FOR UPDATE');

async function insert(
  tx: Tx,
  { chain, seq, at, actor, origin, action, target, data }: AuditContent,
  { previousHash, hash }: { readonly previousHash: Buffer; readonly hash: Buffer },
): Promise<void> {
  await execute(tx, insertStatement, [
    chain,
    seq,
    at,
    actor.kind,
    actor.id,
    actor.name,
    origin.ip,
    origin.browser,
    action,
    target?.kind ?? null,
    target?.id ?? null,
    target?.label ?? null,
    json(data),
    previousHash,
    hash,
  ]);
}

const insertStatement = prepared(`
  INSERT INTO audit_log (${auditLogTable.names})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`);
