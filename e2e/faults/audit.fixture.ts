import { isGenuine, type Received } from '../../activities/webhooks/receiver.fixture.ts';
import type { Invoice } from '../../contract/invoice.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { json, one, select } from '../../db/core/sql.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import type { Crowd } from './crowd.fixture.ts';

/** The outcome of a crowd. Everything in `problems` is a defect, once there was time to finish. */
export interface Audit {
  readonly problems: string[];
  readonly invoices: number;
  readonly finished: number;
  /** Invoices that were made twice, and those whose money was. */
  readonly doubled: number;
  readonly events: number;
  readonly webhooks: number;
  readonly repeatedWebhooks: number;
}

interface InvoiceRow {
  id: string;
  status: string;
  version: number;
  status_reason: string | null;
  confirmed: string;
  custody: string;
}

interface EventRow {
  id: string;
  entity_id: string;
  type: string;
}

/**
 * Checks all that is left of a crowd: each invoice in its right state, its money booked once, every event delivered, no
 * invoice made twice, nothing in progress anymore, and books that balance.
 */
export async function auditCrowd(
  db: Db,
  { tag, lives }: Crowd,
  { received, notificationKey }: { readonly received: readonly Received[]; readonly notificationKey: string },
): Promise<Audit> {
  const problems: string[] = [];
  const rows = await select<InvoiceRow>(db, invoicesSql, [json({ crowd: tag })]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (rows.length !== lives.length) problems.push(`${rows.length} invoices were made, ${lives.length} were requested`);

  let finished = 0;
  let doubled = Math.max(0, rows.length - lives.length);
  for (const life of lives) {
    const row = byId.get(life.id);
    const wrong = row === undefined ? ['is lost'] : faultsOf(row, life);
    if (wrong.length === 0) finished += 1;
    if (row !== undefined && BigInt(row.custody) > life.sentMinor) doubled += 1;
    problems.push(...wrong.map((words) => `${life.story}, ${life.id}: ${words}`));
  }

  const events = await select<EventRow>(db, eventsSql, [rows.map(({ id }) => id)]);
  const told = readWebhooks(received, notificationKey);
  problems.push(...told.problems, ...untold(events, told.byId), ...wrongLast(rows, told.byId));
  const left = await one<{ outbox: string; commands: string }>(db, leftSql, []);
  if (left.outbox !== '0') problems.push(`${left.outbox} rows are in the outbox`);
  if (left.commands !== '0') problems.push(`the simulator has ${left.commands} commands to do`);
  const { mismatches } = await trialBalance(db);
  problems.push(
    ...mismatches.map(
      (mismatch) => `the books: ${mismatch.check} ${'account' in mismatch ? mismatch.account : mismatch.asset}`,
    ),
  );
  return {
    problems,
    invoices: rows.length,
    finished,
    doubled,
    events: events.length,
    webhooks: told.byId.size,
    repeatedWebhooks: received.length - told.byId.size,
  };
}

function faultsOf(row: InvoiceRow, { ends, sentMinor }: Crowd['lives'][number]): string[] {
  const wrong: string[] = [];
  if (row.status !== ends) wrong.push(`is ${row.status} (${row.status_reason}), not ${ends}`);
  if (BigInt(row.confirmed) !== sentMinor) wrong.push(`has ${row.confirmed} confirmed, ${sentMinor} were sent`);
  if (BigInt(row.custody) !== sentMinor) wrong.push(`has ${row.custody} in the ledger, ${sentMinor} were sent`);
  return wrong;
}

interface Told {
  readonly type: string;
  readonly data: Invoice;
  readonly body: string;
}

/**
 * Each webhook by its id, its signature checked by the official library. One that came twice must have said the same.
 */
function readWebhooks(received: readonly Received[], notificationKey: string) {
  const problems: string[] = [];
  const byId = new Map<string, Told>();
  for (const each of received) {
    const { body } = each;
    const id = String(each.headers['webhook-id']);
    if (!isGenuine(each, notificationKey)) problems.push(`webhook ${id} was not signed as it came`);
    const { type, data } = JSON.parse(body) as { type: string; data: Invoice };
    const before = byId.get(id);
    if (before !== undefined && before.body !== body) problems.push(`webhook ${id} came with two bodies`);
    byId.set(id, { type, data, body });
  }
  return { problems, byId };
}

function untold(events: readonly EventRow[], told: ReadonlyMap<string, Told>): string[] {
  return events
    .filter(({ id }) => !told.has(id))
    .map(({ id, entity_id, type }) => `invoice ${entity_id}: the webhook ${type} (${id}) did not arrive`);
}

/** The versions reveal the order: they differ, and the highest has the invoice's present state. */
function wrongLast(rows: readonly InvoiceRow[], told: ReadonlyMap<string, Told>): string[] {
  const byInvoice = Map.groupBy(told.values(), ({ data }) => data.id);
  return rows.flatMap(({ id, status }) => {
    const said = byInvoice.get(id) ?? [];
    const versions = new Set(said.map(({ data }) => data.version));
    if (versions.size !== said.length) return [`invoice ${id}: two webhooks have one version`];
    const last = said.toSorted((a, b) => a.data.version - b.data.version).at(-1);
    return last?.data.status === status
      ? []
      : [`invoice ${id}: the last webhook says ${last?.data.status}, not ${status}`];
  });
}

const invoicesSql = `
  SELECT i.id, i.status, i.version, i.status_reason,
    (SELECT coalesce(sum(p.amount_minor), 0) FROM payment p WHERE p.invoice_id = i.id
    AND p.status = 'confirmed') AS confirmed,
    (SELECT coalesce(sum(e.amount), 0) FROM transfer t JOIN entry e ON e.transfer_id = t.id AND e.layer = 'posted'
     JOIN account a ON a.id = e.account_id WHERE t.invoice_id = i.id AND a.kind LIKE 'custody%') AS custody
  FROM invoice i WHERE i.metadata @> $1::jsonb`;
const eventsSql = 'SELECT id, entity_id, type FROM event WHERE entity_id = ANY($1::uuid[])';
const leftSql = `
  SELECT (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM sim_command WHERE done_at IS NULL) AS commands`;
