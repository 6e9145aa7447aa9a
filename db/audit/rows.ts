import type { AuditActorKind, AuditData } from '../../domain/accounts/audit.ts';
import { big, bytes, defineTable, filled, json, orNull, text, time } from '../core/table.ts';

/** The newest row of each chain. */
export const auditChainsTable = defineTable('audit_chain', {
  chain: text(),
  lastSeq: filled(big()),
  lastHash: filled(bytes()),
});

/** People's actions. Append-only; the hash of each row covers the one before it. */
export const auditLogTable = defineTable('audit_log', {
  chain: text(),
  seq: big(),
  at: time(),
  actorKind: text<AuditActorKind>(),
  actorId: orNull(text()),
  actorName: text(),
  ip: orNull(text()),
  browser: orNull(text()),
  action: text(),
  targetKind: orNull(text()),
  targetId: orNull(text()),
  targetLabel: orNull(text()),
  data: json<AuditData>(),
  previousHash: bytes(),
  hash: bytes(),
});
