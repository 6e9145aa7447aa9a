import { createHash } from 'node:crypto';
import type { AuditActorKind, AuditData } from '../../domain/accounts/audit.ts';

/** The previous hash of a chain's first row. */
export const GENESIS: Uint8Array = new Uint8Array(32);

/** The content of one row of the audit log: everything but its hashes. */
export interface AuditContent {
  readonly chain: string;
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null; readonly name: string };
  readonly origin: { readonly ip: string | null; readonly browser: string | null };
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string; readonly label: string } | null;
  readonly data: AuditData;
}

/**
 * SHA-256 over the previous row's hash and the canonical form of this row: a JSON array of its fields in the order
 * below, the keys of objects sorted, times in ISO 8601 with milliseconds, UTC. Anyone with the rows can compute it
 * again.
 */
export function auditHash(previousHash: Uint8Array, content: AuditContent): Buffer {
  const { chain, seq, at, actor, origin, action, target, data } = content;
  const form = JSON.stringify([
    chain,
    String(seq),
    at.toISOString(),
    [actor.kind, actor.id, actor.name],
    [origin.ip, origin.browser],
    action,
    target === null ? null : [target.kind, target.id, target.label],
    sorted(data),
  ]);
  return createHash('sha256').update(previousHash).update(form, 'utf8').digest();
}

/** The value as the database gives it back: text in valid Unicode without NUL, what is undefined left out. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\u{fffd}') as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error(`The audit log takes whole numbers only, not ${value}: write others as text.`);
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[storable(key), storable(each)]])),
  ) as T;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
