import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { coinsOf } from '../../domain/outflows/debt.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Tx } from '../core/sequelize.ts';
import { lockUntilCommit, maybeOne, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { allDebts } from '../ledger/debts.ts';
import { writeOffDebt } from '../ledger/write-off.ts';
import { isConfirmed } from './open-requests.ts';
import type { StaffMember } from './people.ts';
import { writeOffsTable } from './rows.ts';

export interface WriteOffDecision extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly asset: CryptoGateId;
  /** The amount that the person saw: the whole debt. */
  readonly minor: bigint;
  readonly reason: string;
  /** Of the request that is confirmed; without it, the person requests the write-off. */
  readonly requestId?: string | undefined;
  readonly member: StaffMember;
}

/**
 * Requests that a debt becomes a loss of the gateway, or confirms the request, by its id, of another person of another
 * role: that writes it off. A request counts for the amount that it names, so a debt that changed is requested again.
 * @returns whether the debt is written off now
 * @throws DomainError `permission_denied`; `conflict` when the debt is another one by now, when there is a request
 *   already, or the named one is not open any more or of the same person or role; 422 for a missing reason
 */
export async function decideWriteOff(tx: Tx, decision: WriteOffDecision): Promise<boolean> {
  const { merchantId, mode, asset, minor, member, actor, origin } = decision;
  if (!staffMay(member.role, 'payout_operate')) throw new DomainError('permission_denied');
  const reason = decision.reason.trim();
  if (reason === '') throw fieldError('reason', 'A reason is required.');
  const row = await lockRequest(tx, decision);
  // A request of another amount is of a debt that has changed: nobody can confirm it, and a new one takes its place.
  const open = row !== undefined && BigInt(row.minor) === minor ? row : null;
  const missing = open && missingToWriteOff({ staffId: open.requested_by, role: open.requested_role }, member);
  if (!isConfirmed({ open, requestId: decision.requestId, missing }) || open === null) {
    await request(tx, { ...decision, reason });
    return false;
  }
  await writeOffDebt(tx, { merchantId, mode, asset, minor, reason: open.reason, by: actor, origin });
  await writeOffsTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { id: open.id });
  return true;
}

/** Missing conditions, in words, when the person confirms another one's request; null if there are none. */
export function missingToWriteOff(requester: Vote, { id: staffId, role }: StaffMember): string | null {
  return missingVotes([requester, { staffId, role }], { verb: 'agree to write a debt off', mlroBecause: null });
}

interface RequestRow {
  id: string;
  by: string;
  at: Date;
  minor: string;
  reason: string;
  requested_by: string;
  requested_role: StaffRole;
  isBlocked: boolean;
}

/** One at a time decides about a debt, whether a request of it exists or not. */
async function lockRequest(tx: Tx, { merchantId, mode, asset }: WriteOffDecision): Promise<RequestRow | undefined> {
  await lockUntilCommit(tx, `write-off:${merchantId}:${mode}:${asset}`);
  return maybeOne<RequestRow>(tx, openSql, [merchantId, mode, asset]);
}

async function request(tx: Tx, decision: WriteOffDecision): Promise<void> {
  const { merchantId, mode, asset, minor, reason, member, actor, origin } = decision;
  const debt = (await allDebts(tx)).find(
    (each) => each.owner === merchantId && each.mode === mode && each.asset === asset,
  );
  if (debt?.minor !== minor) {
    const owed = coinsOf({ asset, minor: debt?.minor ?? 0n });
    throw new DomainError('conflict', {
      message: `The debt is ${owed} now. List the debts again, then write off that amount.`,
    });
  }
  await writeOffsTable.destroy(tx, { merchantId, mode, asset, confirmedBy: null });
  const asking = { requestedBy: member.id, requestedRole: member.role };
  await writeOffsTable.create(tx, { id: newId(), merchantId, mode, asset, minor, reason, ...asking });
  await audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action: 'debt.write_off_requested',
    target: { kind: 'merchant', id: merchantId, label: merchantId },
    data: { mode, amount: coinsOf({ asset, minor }), reason },
  });
}
const openSql = prepared(`
  SELECT w.id, w.minor::text AS minor, w.reason, w.requested_by, w.requested_role, w.requested_at AS at,
    s.full_name AS by, ${isBlockedSql('s.id')} AS "isBlocked"
  FROM debt_write_off w JOIN staff_user s ON s.id = w.requested_by
  WHERE w.merchant_id = $1 AND w.mode = $2 AND w.asset = $3 AND w.confirmed_by IS NULL`);
