import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { lockInvoice } from '../invoices/read.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { applyStep } from '../process/apply.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, one, prepared } from '../sql.ts';
import { refundContext, refundFeeBps } from './quote.ts';
import { type RefundRequestRow, refundRequestProcess, refundRequestsTable } from './request-process.ts';
import { refundTarget } from './target.ts';

export interface AskForRefund {
  readonly invoiceId: string;
  /** The occasion of the link, which is used up. */
  readonly link: string;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly nowMs: number;
}

/**
 * Takes down where a payer wants the money back to. Nothing is promised by it: the merchant approves it, which makes a
 * refund, or rejects it.
 * @throws DomainError `link_used`, `illegal_transition` where nothing can go back (any more), `conflict` while another
 *   request waits, `address_invalid`, `destination_tag_invalid`, `not_found`
 */
export async function askForRefund(tx: Tx, settings: PayoutSettings, ask: AskForRefund): Promise<RefundRequestRow> {
  const { invoiceId, link, nowMs } = ask;
  const parts = await lockInvoice(tx, invoiceId);
  if ((await maybeOne(tx, usedSql, [invoiceId, link])) !== undefined) throw new DomainError('link_used');
  const open = await latestRequest(tx, invoiceId);
  if (open?.status === 'open') throw new DomainError('conflict', { message: 'A refund was asked for already.' });
  const context = await refundContext(tx, settings, { parts, nowMs });
  const target = await refundTarget(tx, settings, { invoice: parts.row, context, ...ask });
  const id = newId(nowMs);
  await execute(tx, insertSql, [
    id,
    invoiceId,
    parts.row.profileId,
    link,
    context.gate.id,
    target.address,
    target.destinationTag,
    new Date(nowMs),
  ]);
  tellPages(tx, parts.row);
  return requestById(tx, id);
}

export interface DecideRequest {
  readonly requestId: string;
  readonly invoiceId: string;
  readonly by: string;
  readonly nowMs: number;
}

/**
 * The merchant gives nothing back on this request; its payer may ask once more by a new link.
 * @throws DomainError `not_found`, `illegal_transition` when it was decided already
 */
export async function rejectRequest(tx: Tx, decision: DecideRequest & { readonly note: string | null }): Promise<void> {
  const { requestId, invoiceId, by, note, nowMs } = decision;
  const { row } = await lockInvoice(tx, invoiceId);
  await readRequest(tx, { requestId, invoiceId });
  await applyStep(tx, refundRequestProcess, { id: requestId, event: { type: 'reject', by, note }, cause: null, nowMs });
  tellPages(tx, row);
}

/** The refund answers the request. The caller holds the invoice's lock. @throws DomainError as {@link rejectRequest} */
export async function approveRequest(tx: Tx, decision: DecideRequest & { readonly refundId: string }): Promise<void> {
  const { requestId, invoiceId, by, refundId, nowMs } = decision;
  await readRequest(tx, { requestId, invoiceId });
  await applyStep(tx, refundRequestProcess, {
    id: requestId,
    event: { type: 'approve', by, refundId },
    cause: null,
    nowMs,
  });
}

/** The newest request about an invoice; earlier ones were decided. */
export async function latestRequest(on: Tx | Db, invoiceId: string): Promise<RefundRequestRow | undefined> {
  const found = await maybeOne<object>(on, latestSql, [invoiceId]);
  return found && refundRequestsTable.read(found);
}

/** What a payer is shown of a refund before it is made: the newest request, and the fee of the merchant's plan. */
export interface RefundStanding {
  readonly request: RefundRequestRow | null;
  /** The occasions of links that a request came by: they open nothing again. */
  readonly usedLinks: readonly string[];
  readonly serviceFeeBps: number;
}

/** Both in one question. */
export async function refundStanding(
  on: Tx | Db,
  { id, merchantId }: { readonly id: string; readonly merchantId: string },
): Promise<RefundStanding> {
  const { fee_bps, used_links, ...row } = await one<StandingRow>(on, standingSql, [id, merchantId]);
  const request = row.id === null ? null : refundRequestsTable.read(row);
  return { request, usedLinks: used_links, serviceFeeBps: fee_bps };
}

interface StandingRow {
  readonly id: string | null;
  readonly fee_bps: number;
  readonly used_links: readonly string[];
}

/** One request of an invoice. @throws DomainError `not_found` */
export async function readRequest(
  on: Tx | Db,
  { requestId, invoiceId }: { readonly requestId: string; readonly invoiceId: string },
): Promise<RefundRequestRow> {
  const row = await requestById(on, requestId);
  if (row.invoiceId !== invoiceId) throw new DomainError('not_found');
  return row;
}

async function requestById(on: Tx | Db, id: string): Promise<RefundRequestRow> {
  const found = await maybeOne<object>(on, readSql, [id]);
  if (found === undefined) throw new DomainError('not_found');
  return refundRequestsTable.read(found);
}

/** The invoice itself did not change, yet those who look at it have something new to see. */
function tellPages(tx: Tx, row: Awaited<ReturnType<typeof lockInvoice>>['row']): void {
  const { id, profileId: profile, status, version } = row;
  notifyLiveAfterCommit(tx, { invoice: id, profile, status, version });
}

const columns = refundRequestsTable.selected();
const readSql = prepared(`SELECT ${columns} FROM refund_request WHERE id = $1`);
const latestSql = prepared(`SELECT ${columns} FROM refund_request WHERE invoice_id = $1 ORDER BY id DESC LIMIT 1`);
const standingSql = prepared(`
  SELECT ${refundFeeBps} AS fee_bps, r.*,
    ARRAY(SELECT u.link FROM refund_request u WHERE u.invoice_id = $1 ORDER BY u.id) AS used_links
  FROM merchant m
  LEFT JOIN (SELECT ${columns} FROM refund_request WHERE invoice_id = $1 ORDER BY id DESC LIMIT 1) r ON true
  WHERE m.id = $2`);
const usedSql = prepared('SELECT 1 FROM refund_request WHERE invoice_id = $1 AND link = $2');
const insertSql = prepared(`
  INSERT INTO refund_request (id, invoice_id, profile_id, link, status, gate_id, address, destination_tag, created_at)
  VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8)`);
