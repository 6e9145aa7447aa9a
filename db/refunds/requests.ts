import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { lockInvoice } from '../invoices/read.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { applyStep } from '../process/apply.ts';
import { preparedRefund } from './prepared.ts';
import { coinContext, refundContext, refundFeeBps, refundFeePayer } from './quote.ts';
import { type RefundRequestRow, refundRequestProcess, refundRequestsTable } from './request-process.ts';
import { refundTarget } from './target.ts';

export interface NewRefundRequest {
  readonly invoiceId: string;
  /** The occasion of the link, which can be used once. */
  readonly link: string;
  readonly address: string;
  readonly destinationTag: string | null;
  /** The coin that the payer chose instead of the one that was paid, and the amount of it that was shown. */
  readonly inCoin?: ChosenCoin | undefined;
  readonly nowMs: number;
}

export interface ChosenCoin {
  readonly gateId: CryptoGateId;
  /** Nothing is refunded where it would be less by now. */
  readonly leastMinor: bigint;
}

/**
 * Stores the address to which a payer wants the refund. It commits the merchant to nothing: they approve it, which
 * creates a refund, or reject it.
 * @throws DomainError `link_used`, `illegal_transition` if nothing can be refunded (any more), `conflict` while another
 *   request is open, `address_invalid`, `destination_tag_invalid`, `not_found`
 */
export async function requestRefund(
  tx: Tx,
  settings: PayoutSettings,
  ask: NewRefundRequest,
): Promise<RefundRequestRow> {
  const { invoiceId, link, nowMs } = ask;
  const parts = await lockInvoice(tx, invoiceId);
  await refuseUsedLink(tx, ask);
  const open = await latestRequest(tx, invoiceId);
  if (open?.status === 'open') throw new DomainError('conflict', { message: 'A refund was already requested.' });
  const gateId = (await preparedRefund(tx, ask))?.gateId ?? undefined;
  const own = await refundContext(tx, settings, { parts, gateId, nowMs });
  const { inCoin } = ask;
  const context =
    inCoin === undefined
      ? own
      : await coinContext(tx, settings, { row: parts.row, of: gate(inCoin.gateId), facts: own.facts, nowMs });
  const target = await refundTarget(tx, settings, { invoice: parts.row, context, ...ask });
  const request = await refundRequestsTable.create(tx, {
    id: newId(nowMs),
    version: 1,
    invoiceId,
    profileId: parts.row.profileId,
    link,
    status: 'open',
    gateId: context.gate.id,
    address: target.address,
    destinationTag: target.destinationTag,
    createdAt: new Date(nowMs),
  });
  notifyPages(tx, parts.row);
  return request;
}

/** @throws DomainError `link_used` */
export async function refuseUsedLink(
  on: Tx | Db,
  { invoiceId, link }: Pick<NewRefundRequest, 'invoiceId' | 'link'>,
): Promise<void> {
  const used = await refundRequestsTable.findOne(on, { invoiceId, link }, { columns: ['id'] });
  if (used !== undefined) throw new DomainError('link_used');
}

export interface DecideRequest {
  readonly requestId: string;
  readonly invoiceId: string;
  readonly by: string;
  readonly nowMs: number;
}

/**
 * Rejects the request; the payer may make another one through a new link.
 * @throws DomainError `not_found`, `illegal_transition` if it was already decided
 */
export async function rejectRequest(tx: Tx, decision: DecideRequest & { readonly note: string | null }): Promise<void> {
  const { requestId, invoiceId, by, note, nowMs } = decision;
  const { row } = await lockInvoice(tx, invoiceId);
  await readRequest(tx, { requestId, invoiceId });
  await applyStep(tx, refundRequestProcess, { id: requestId, event: { type: 'reject', by, note }, cause: null, nowMs });
  notifyPages(tx, row);
}

/**
 * Marks the request as approved by this refund. The caller holds the invoice's lock. @throws DomainError as {@link
 * rejectRequest}
 */
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

/** The latest request of an invoice; earlier ones were decided. */
export async function latestRequest(on: Tx | Db, invoiceId: string): Promise<RefundRequestRow | undefined> {
  return refundRequestsTable.findOne(on, { invoiceId }, { order: [['id', 'DESC']] });
}

/** A payer's view before a refund: the latest request, and the fee of the merchant's plan. */
export interface RefundOverview {
  readonly request: RefundRequestRow | null;
  /** The occasions of used links, which cannot be used again. */
  readonly usedLinks: readonly string[];
  readonly serviceFeeBps: number;
  /** The payer of a refund's fees by the profile of the invoice, unless the refund names one. */
  readonly feePayer: 'merchant' | 'customer';
}

/** Both in one read. */
export async function readRefundOverview(
  on: Tx | Db,
  { id, merchantId }: { readonly id: string; readonly merchantId: string },
): Promise<RefundOverview> {
  const { fee_bps, fee_payer, used_links, ...row } = await one<StandingRow>(on, standingSql, [id, merchantId]);
  const request = row.id === null ? null : refundRequestsTable.read(row);
  return { request, usedLinks: used_links, serviceFeeBps: fee_bps, feePayer: fee_payer };
}

interface StandingRow {
  readonly id: string | null;
  readonly fee_bps: number;
  readonly fee_payer: 'merchant' | 'customer';
  readonly used_links: readonly string[];
}

/** One request of an invoice. @throws DomainError `not_found` */
export async function readRequest(
  on: Tx | Db,
  { requestId, invoiceId }: { readonly requestId: string; readonly invoiceId: string },
): Promise<RefundRequestRow> {
  const row = await refundRequestsTable.findOne(on, { id: requestId, invoiceId });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The invoice itself did not change, but open pages have something new to show. */
function notifyPages(tx: Tx, row: Awaited<ReturnType<typeof lockInvoice>>['row']): void {
  const { id, profileId: profile, status, version } = row;
  notifyLiveAfterCommit(tx, { invoice: id, profile, status, version });
}

const columns = refundRequestsTable.selected();
const standingSql = prepared(`
  SELECT ${refundFeeBps} AS fee_bps, r.*,
    (SELECT ${refundFeePayer('$1')} FROM profile p JOIN invoice i ON i.profile_id = p.id WHERE i.id = $1) AS fee_payer,
    ARRAY(SELECT u.link FROM refund_request u WHERE u.invoice_id = $1 ORDER BY u.id) AS used_links
  FROM merchant m
  LEFT JOIN (SELECT ${columns} FROM refund_request WHERE invoice_id = $1 ORDER BY id DESC LIMIT 1) r ON true
  WHERE m.id = $2`);
