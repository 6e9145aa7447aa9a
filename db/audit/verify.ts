import type { AuditActorKind, AuditData } from '../../domain/accounts/audit.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { allowHours, select } from '../core/sql.ts';
import { type AuditContent, auditHash, GENESIS } from './canonical.ts';
import { auditLogTable } from './rows.ts';

/** The result of a verification. `heads` kept elsewhere prove later that nothing before them was rewritten. */
export interface AuditVerdict {
  readonly chains: number;
  readonly rows: number;
  /** The first row that is not as it was written, in the order of chains and numbers. */
  readonly broken: { readonly chain: string; readonly seq: bigint; readonly why: string } | undefined;
  readonly heads: readonly { readonly chain: string; readonly seq: bigint; readonly hash: string }[];
}

/**
 * Reads the whole audit log and computes every hash again. Rows may be appended meanwhile: what was committed when the
 * heads were read is what is checked.
 */
export async function verifyAudit(db: Db, pageSize = 1000): Promise<AuditVerdict> {
  const heads = await select<{ chain: string; last_seq: string; last_hash: Buffer }>(
    db,
    'SELECT chain, last_seq, last_hash FROM audit_chain ORDER BY chain COLLATE "C"',
  );
  const stray = await inTransaction(db, async (tx) => {
    await allowHours(tx);
    return select<{ chain: string }>(tx, straySql);
  });
  let rows = 0;
  let broken = stray[0] && { chain: stray[0].chain, seq: 1n, why: 'its chain has no head' };
  for (const { chain, last_seq, last_hash } of heads) {
    if (broken !== undefined) break;
    const read = await verifyChain(db, { chain, lastSeq: BigInt(last_seq), lastHash: last_hash, pageSize });
    rows += read.rows;
    if (read.broken !== undefined) broken = { chain, ...read.broken };
  }
  return {
    chains: heads.length,
    rows,
    broken,
    heads: heads.map(({ chain, last_seq, last_hash }) => ({
      chain,
      seq: BigInt(last_seq),
      hash: last_hash.toString('hex'),
    })),
  };
}

interface ChainToVerify {
  readonly chain: string;
  readonly lastSeq: bigint;
  readonly lastHash: Buffer;
  readonly pageSize: number;
}

async function verifyChain(
  db: Db,
  { chain, lastSeq, lastHash, pageSize }: ChainToVerify,
): Promise<{ rows: number; broken?: { seq: bigint; why: string } }> {
  let seq = 0n;
  let previous: Uint8Array = GENESIS;
  while (seq < lastSeq) {
    const page = await select<AuditRow>(db, pageStatement, [chain, seq, lastSeq, pageSize]);
    for (const row of page) {
      const why = problemOf(row, { seq: seq + 1n, previous });
      if (why !== undefined) return { rows: Number(seq), broken: { seq: seq + 1n, why } };
      seq += 1n;
      previous = row.hash;
    }
    if (page.length === 0) return { rows: Number(seq), broken: { seq: seq + 1n, why: 'the row is missing' } };
  }
  if (!lastHash.equals(previous)) {
    return { rows: Number(seq), broken: { seq, why: 'the head of the chain is that of another row' } };
  }
  return { rows: Number(seq) };
}

function problemOf(row: AuditRow, expected: { seq: bigint; previous: Uint8Array }): string | undefined {
  if (BigInt(row.seq) !== expected.seq) return 'the row is missing';
  if (!row.previous_hash.equals(expected.previous)) return 'it does not follow the row before it';
  return auditHash(expected.previous, contentOf(row)).equals(row.hash) ? undefined : 'its content was changed';
}

const straySql = `
  SELECT chain FROM audit_log l WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.chain = l.chain)
  ORDER BY chain COLLATE "C" LIMIT 1`;

const pageStatement = `
  SELECT ${auditLogTable.names} FROM audit_log WHERE chain = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`;

interface AuditRow {
  chain: string;
  seq: string;
  at: Date;
  actor_kind: AuditActorKind;
  actor_id: string | null;
  actor_name: string;
  ip: string | null;
  browser: string | null;
  action: string;
  target_kind: string | null;
  target_id: string | null;
  target_label: string | null;
  data: AuditData;
  previous_hash: Buffer;
  hash: Buffer;
}

function contentOf(row: AuditRow): AuditContent {
  const { target_kind: kind, target_id: id, target_label: label } = row;
  return {
    chain: row.chain,
    seq: BigInt(row.seq),
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    origin: { ip: row.ip, browser: row.browser },
    action: row.action,
    target: kind === null || id === null ? null : { kind, id, label: label ?? '' },
    data: row.data,
  };
}
