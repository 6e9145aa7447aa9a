import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type MerchantId, newId } from '../../domain/ids.ts';
import { missingForDeletion } from '../accounts/deletion-checks.ts';
import { eraseAccount, mailAdmins } from '../accounts/erase-account.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { merchantsTable } from '../shops/rows.ts';
import { isConfirmed, type OpenRequest } from './open-requests.ts';
import type { StaffMember } from './people.ts';
import { accountDeletionsTable } from './rows.ts';

/** An account whose owner requested its deletion. */
export interface RequestedDeletion {
  readonly merchantId: MerchantId;
  readonly merchant: string | null;
  readonly requestedAt: Date;
  /** The reasons that keep it from being deleted, in words for staff alone. */
  readonly missing: readonly string[];
  readonly request: DeletionRequest | null;
}

export interface DeletionRequest extends OpenRequest {
  readonly reason: string;
  readonly staffId: string;
  readonly role: StaffRole;
}

export interface DeletionDecision extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly merchantId: MerchantId;
  readonly reason: string;
  /** Of the request that is confirmed; without it, the person requests the deletion. */
  readonly requestId?: string | undefined;
  readonly member: StaffMember;
}

/** Requested deletions that are not done yet, the oldest first. */
export async function listDeletions(db: Db): Promise<RequestedDeletion[]> {
  const rows = await select<RequestedRow>(db, `${requestedSql} ORDER BY m.deletion_requested_at, m.id LIMIT 100`);
  const requested: RequestedDeletion[] = [];
  for (const row of rows) {
    const { id: merchantId, merchant, asked_at: requestedAt } = row;
    const missing = await missingForDeletion(db, merchantId);
    requested.push({ merchantId, merchant, requestedAt, missing, request: requestOf(row) });
  }
  return requested;
}

/**
 * Requests that an account is deleted, or confirms the request, by its id, of another person of another role: that
 * deletes it, for good.
 * @returns whether it is deleted now
 * @throws DomainError `permission_denied`; `not_found` if nobody requested it; `conflict` in words while something
 *   is open, when there is a request already, or the named one is not open any more or of the same person or role; 422
 *   for a missing reason
 */
export async function decideDeletion(tx: Tx, secrets: AccountSecrets, decision: DeletionDecision): Promise<boolean> {
  const { merchantId, member, actor, origin } = decision;
  const { reason, asked } = await begin(tx, decision);
  const missing = await missingForDeletion(tx, merchantId);
  if (missing.length > 0) {
    throw new DomainError('conflict', { message: `The account cannot be deleted yet: ${missing.join(' ')}` });
  }
  const target = { kind: 'merchant', id: merchantId, label: asked.merchant ?? merchantId };
  const open = requestOf(asked);
  const votes = open && missingToDelete(open, member);
  if (!isConfirmed({ open, requestId: decision.requestId, missing: votes })) {
    await accountDeletionsTable.destroy(tx, { merchantId, confirmedBy: null });
    const asking = { requestedBy: member.id, requestedRole: member.role };
    await accountDeletionsTable.create(tx, { id: newId(), merchantId, reason, ...asking });
    await audit(tx, { chain: 'staff', actor, origin, action: 'deletion.requested', target, data: { reason } });
    return false;
  }
  await eraseAccount(tx, secrets, merchantId);
  await accountDeletionsTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { merchantId });
  await resolveAlert(tx, { kind: 'account_deletion', subject: merchantId });
  await audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action: 'deletion.finished',
    target,
    data: { reason: open?.reason ?? reason },
  });
  await audit(tx, { chain: merchantId, actor: SYSTEM, origin: null, action: 'account.deleted' });
  return true;
}

/**
 * Takes the owner's request back: everybody of the account can sign in as before.
 * @throws DomainError `permission_denied`; `not_found` if nobody requested it, or it is done; 422 for a missing
 *   reason
 */
export async function withdrawDeletion(tx: Tx, secrets: AccountSecrets, decision: DeletionDecision): Promise<void> {
  const { merchantId, actor, origin } = decision;
  const { reason, asked } = await begin(tx, decision);
  await accountDeletionsTable.destroy(tx, { merchantId });
  await merchantsTable.update(tx, { deletionRequestedAt: null }, { id: merchantId });
  await resolveAlert(tx, { kind: 'account_deletion', subject: merchantId });
  await mailAdmins(tx, secrets, merchantId, { kind: 'deletion_withdrawn', values: {} });
  const target = { kind: 'merchant', id: merchantId, label: asked.merchant ?? merchantId };
  await audit(tx, { chain: 'staff', actor, origin, action: 'deletion.withdrawn', target, data: { reason } });
  await audit(tx, { chain: merchantId, actor: SYSTEM, origin: null, action: 'account.deletion_withdrawn' });
}

/** Missing conditions, in words, when the person confirms another one's request; null if there are none. */
export function missingToDelete(requester: Vote, { id: staffId, role }: StaffMember): string | null {
  return missingVotes([requester, { staffId, role }], { verb: 'agree to delete an account', mlroBecause: null });
}

/** The merchant does not learn who of the staff it was. */
const SYSTEM = { kind: 'system', id: null, name: 'Tidegate' } as const;

/** Locks the merchant: nothing of it begins until the end of the transaction. */
async function begin(tx: Tx, { merchantId, reason: typed, member }: DeletionDecision) {
  if (!staffMay(member.role, 'account_delete')) throw new DomainError('permission_denied');
  const reason = typed.trim();
  if (reason === '') throw fieldError('reason', 'A reason is required.');
  await merchantsTable.findOne(tx, { id: merchantId }, { columns: ['id'], lock: tx.LOCK.UPDATE });
  const requested = await maybeOne<RequestedRow>(tx, `${requestedSql} AND m.id = $1`, [merchantId]);
  if (requested === undefined) throw new DomainError('not_found');
  return { reason, asked: requested };
}

function requestOf({ request }: RequestedRow): DeletionRequest | null {
  return request && { ...request, at: new Date(request.at) };
}

interface RequestedRow {
  id: MerchantId;
  merchant: string | null;
  asked_at: Date;
  request: (Omit<DeletionRequest, 'at'> & { readonly at: string }) | null;
}

const requestedSql = `
  SELECT m.id, m.company_name AS merchant, m.deletion_requested_at AS asked_at,
    CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'reason', d.reason, 'by', s.full_name,
      'staffId', d.requested_by, 'role', d.requested_role, 'at', d.requested_at,
      'isBlocked', ${isBlockedSql('s.id')}) END AS request
  FROM merchant m
  LEFT JOIN account_deletion d ON d.merchant_id = m.id
  LEFT JOIN staff_user s ON s.id = d.requested_by
  WHERE m.deletion_requested_at IS NOT NULL AND m.deleted_at IS NULL`;
