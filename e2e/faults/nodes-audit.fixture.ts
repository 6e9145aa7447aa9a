import type { Db } from '../../db/core/sequelize.ts';
import { one, select } from '../../db/core/sql.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import type { NodeUnderTest } from './chains/chain.fixture.ts';
import type { RequestedPayout } from './nodes.fixture.ts';

/** The outcome of payouts. Everything in `problems` is a defect, once there was time to finish. */
export interface NodesAudit {
  readonly problems: readonly string[];
  readonly tried: number;
  /** Done, and on the chain once, to the last unit. */
  readonly survived: number;
  readonly lost: number;
  readonly madeTwice: number;
}

interface Audited {
  readonly db: Db;
  readonly nodes: readonly NodeUnderTest[];
  readonly requested: readonly AuditedPayout[];
}

type AuditedPayout = Omit<RequestedPayout, 'node'> & { readonly node: NodeUnderTest };

/** Looks at the chains themselves and at the rows. */
export async function auditPayments({ db, nodes, requested }: Audited): Promise<NodesAudit> {
  const sql = 'SELECT id, status, status_reason, needs_operator FROM payout WHERE id = ANY($1::uuid[])';
  const rows = await select<PayoutRow>(db, sql, [requested.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  let survived = 0;
  let madeTwice = 0;
  for (const node of nodes) {
    const mine = requested.filter((each) => each.node === node);
    const arrived = await node.arrived(mine.map(({ recipient }) => recipient));
    for (const each of mine) {
      const got = arrived.get(each.recipient.key) ?? [];
      if (got.reduce((sum, minor) => sum + minor, 0n) > each.minor) madeTwice += 1;
      const wrong = faultOf(each, byId.get(each.id), got);
      if (wrong === null) survived += 1;
      else problems.push(`${each.cell}, ${node.gateId} ${each.id}: ${wrong}`);
    }
  }
  const lost = requested.filter(({ id }) => !byId.has(id)).length;
  return { problems, tried: requested.length, survived, lost, madeTwice };
}

interface PayoutRow {
  readonly id: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly needs_operator: boolean;
}

function faultOf({ minor }: AuditedPayout, row: PayoutRow | undefined, got: readonly bigint[]): string | null {
  if (row === undefined) return 'is lost';
  const { status, status_reason: why, needs_operator } = row;
  if (status !== 'done' || needs_operator) return `is ${status} (${why})${needs_operator ? ', for an operator' : ''}`;
  return got.length === 1 && got[0] === minor
    ? null
    : `the chain shows ${got.join(' and ') || 'nothing'}, not ${minor}`;
}

/**
 * Looks at the books, at what custody was found to be since then, and for anything that is left over. Everything that
 * it finds is a defect.
 */
export async function auditBooks({ db, nodes, requested }: Audited, since: Date): Promise<{ problems: string[] }> {
  const { mismatches } = await trialBalance(db);
  const checks = (await readCustodyChecks(db)).filter(({ mode }) => mode === 'sandbox');
  const fresh = checks.filter(({ checkedAt }) => checkedAt > since);
  const unchecked = nodes.filter(({ gateId }) => !fresh.some((check) => check.gateId === gateId));
  const differing = checks.filter(({ differenceMinor }) => differenceMinor !== 0n);
  const { outbox, holds, done } = await one<{ outbox: string; holds: string; done: string }>(db, leftSql, []);
  // The ETH node here passes for one that makes no traces (tongues.fixture.ts), and an alert says so.
  const alerts = await select<AlertRow>(
    db,
    `SELECT kind, subject, message FROM alert WHERE resolved_at IS NULL
     AND kind NOT IN ('traces_missing', 'traces_refused')`,
  );
  const problems = [
    ...mismatches.map(({ check }) => `the books: ${check}`),
    ...unchecked.map(({ gateId }) => `coins and books of ${gateId} were not compared`),
    ...differing.map(({ gateId, differenceMinor }) => `coins and books of ${gateId} differ by ${differenceMinor}`),
    ...(outbox === '0' ? [] : [`${outbox} rows are in the outbox`]),
    ...(holds === '0' ? [] : [`${holds} holds of payouts are open`]),
    ...(Number(done) === requested.length ? [] : [`${done} payouts are done, ${requested.length} were requested`]),
    ...alerts.map(({ kind, subject, message }) => `an alert is open: ${kind} ${subject}: ${message}`),
  ];
  return { problems };
}

interface AlertRow {
  readonly kind: string;
  readonly subject: string;
  readonly message: string;
}

const leftSql = `
  SELECT (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM payout WHERE status = 'done') AS done,
    (SELECT count(*) FROM transfer t WHERE t.key LIKE 'payout:%:hold' AND t.state = 'pending'
     AND NOT EXISTS (SELECT FROM transfer r WHERE r.resolves = t.id)) AS holds`;
