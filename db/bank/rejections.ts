import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { MODES } from '../../domain/assets/assets.ts';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { missingVotes } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type StaffId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { applyStep } from '../process/apply.ts';
import { isDebited } from './collect.ts';
import { lockBank } from './lock.ts';
import { ownPayments } from './name-questions.ts';
import { bankPaymentProcess } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { rejectionsTable } from './rows.ts';

/** A request of one person, until another one of another role confirms it. */
export interface OpenRejection {
  readonly id: string;
  readonly paymentId: string;
  readonly note: string;
  readonly requestedBy: StaffId;
  readonly requestedRole: StaffRole;
  readonly by: string;
  readonly at: Date;
  readonly isBlocked: boolean;
}

/** A payment of the gateway's own that the bank rejected although it may make it. */
export interface DisputedPayment {
  readonly payment: BankPaymentRow;
  readonly request: OpenRejection | null;
}

/** The newest first. Withdrawals have operators of their own. */
export async function listDisputed(on: Tx | Db, limit: number): Promise<DisputedPayment[]> {
  const found = await select<object>(on, disputedSql, [MODES, limit]);
  const payments = found.map((row) => bankPaymentsTable.read(row) as BankPaymentRow);
  const requests = await openRequests(
    on,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => ({ payment, request: requests.get(payment.id) ?? null }));
}

interface Deciding extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: { readonly id: StaffId; readonly role: StaffRole };
}

/**
 * Requests that a disputed payment of the gateway's own ends as rejected, because the bank has answered that it does
 * not make it. It replaces an open request about the payment.
 * @throws DomainError `permission_denied`; `not_found`, also for a merchant's payment; `conflict` where nothing is
 *   disputed, or a debit of it has come
 */
export async function requestRejection(
  tx: Tx,
  { paymentId, note }: { readonly paymentId: string; readonly note: string },
  act: Deciding,
): Promise<string> {
  const { member, actor, origin } = act;
  const payment = await lockDisputed(tx, paymentId, act);
  await rejectionsTable.destroy(tx, { paymentId, confirmedAt: null });
  const id = newId();
  const request = { id, paymentId, paymentVersion: payment.version, note };
  await rejectionsTable.create(tx, { ...request, requestedBy: member.id, requestedRole: member.role });
  await audit(tx, entryOf(payment, { actor, origin, action: 'bank.rejection_requested', note }));
  return id;
}

/**
 * Confirms a request of another person of another role: the payment ends as if the bank had rejected it, and its money
 * is where it was. A debit that comes all the same is booked as the payment.
 * @throws DomainError as {@link requestRejection}; `conflict` if the bank has said something since the request, or
 *   somebody else must confirm it
 */
export async function confirmRejection(tx: Tx, id: string, act: Deciding & { readonly nowMs: number }): Promise<void> {
  const { member, actor, origin, nowMs } = act;
  const requested = await rejectionsTable.findOne(tx, { id, confirmedAt: null });
  if (requested === undefined) throw new DomainError('conflict', { message: CHANGED });
  const payment = await lockDisputed(tx, requested.paymentId, act);
  const open = (await openRequests(tx, [payment.id])).get(payment.id);
  if (open?.id !== id) throw new DomainError('conflict', { message: CHANGED });
  const { note, requestedBy, requestedRole, isBlocked } = open;
  const votes = [
    { staffId: requestedBy, role: requestedRole, isBlocked },
    { staffId: member.id, role: member.role },
  ];
  const missing = missingVotes(votes, { verb: 'confirm that the bank did not make the payment', mlroBecause: null });
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  await rejectionsTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { id });
  const words = `two people of the staff have asked the bank: ${note}`;
  const event = { type: 'confirm_rejection', words, by: `${actor.kind}:${actor.id}` } as const;
  await applyStep(tx, bankPaymentProcess, { id: payment.id, event, cause: `rejection:${id}`, nowMs });
  await resolveAlert(tx, { kind: 'bank_contradiction', subject: payment.id });
  await audit(tx, entryOf(payment, { actor, origin, action: 'bank.rejection_confirmed', note }));
}

/** The bank's last answer, in words. */
export function disputeReason({ reasonCode }: BankPaymentRow): string | null {
  return reasonCode === null ? null : reasonInWords(reasonCode, null);
}

const CHANGED = 'The bank has said something about this payment since. Review what it says now.';

/** Under the lock of the bank, so that no file books the payment meanwhile. */
async function lockDisputed(tx: Tx, id: string, { member: { role } }: Deciding): Promise<BankPaymentRow> {
  if (!staffMay(role, 'bank_operate')) throw new DomainError('permission_denied');
  const found = await bankPaymentsTable.findOne(tx, { id });
  if (found === undefined || !(await ownPayments(tx, [id])).has(id)) throw new DomainError('not_found');
  await lockBank(tx, found.mode);
  const payment = await bankPaymentsTable.findOne(tx, { id });
  if (payment?.disputed !== true || payment.status === 'waiting')
    throw new DomainError('conflict', { message: CHANGED });
  if ((await maybeOne<object>(tx, debitedSql, [id])) !== undefined) {
    const message = 'A debit with its end-to-end ID has been notified or is in suspense: the bank may have made it.';
    throw new DomainError('conflict', { message });
  }
  return payment;
}

async function openRequests(on: Tx | Db, payments: readonly string[]): Promise<ReadonlyMap<string, OpenRejection>> {
  if (payments.length === 0) return new Map();
  const found = await select<OpenRejection>(on, openSql, [payments]);
  return new Map(found.map((each) => [each.paymentId, each]));
}

function entryOf(
  { id, amountMinor, creditorName, creditorIban }: BankPaymentRow,
  { note, ...entry }: Pick<AuditEntry, 'actor' | 'origin' | 'action'> & { readonly note: string },
): AuditEntry {
  const label = `${formatAmount(amountMinor, 2)} EUR to “${creditorName}”, ${creditorIban}`;
  return { ...entry, chain: 'staff', target: { kind: 'bank_payment', id, label }, data: { note } };
}

const disputedSql = prepared(`
  SELECT ${bankPaymentsTable.selected('p')} FROM bank_payment p
  WHERE p.disputed AND p.mode = ANY($1::text[]) AND p.status <> 'waiting'
    AND NOT EXISTS (SELECT FROM withdrawal w WHERE w.id = p.id)
  ORDER BY p.updated_at DESC, p.id DESC LIMIT $2`);

const debitedSql = prepared(`SELECT FROM bank_payment p WHERE p.id = $1 AND ${isDebited}`);

// A request about the payment as it was before the bank said more is not open any more.
const openSql = prepared(`
  SELECT r.id, r.payment_id AS "paymentId", r.note, r.requested_by AS "requestedBy",
    r.requested_role AS "requestedRole", s.full_name AS by, r.requested_at AS at, ${isBlockedSql('s.id')} AS "isBlocked"
  FROM bank_rejection r JOIN staff_user s ON s.id = r.requested_by
    JOIN bank_payment p ON p.id = r.payment_id AND p.version = r.payment_version
  WHERE r.payment_id = ANY($1::uuid[]) AND r.confirmed_at IS NULL`);
