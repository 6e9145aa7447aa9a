import type { AuditAction } from '../../domain/accounts/audit.ts';
import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type LimitValues, limitProblems } from '../../domain/treasury/limit-change.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { isConfirmed } from '../staff/open-requests.ts';
import type { StaffMember } from '../staff/people.ts';
import { hedgeLimitsTable, limitChangesTable, treasuryLimitsTable } from './rows.ts';
import type { HedgeScope } from './stops.ts';

/** Limits that one person requested and another one has to confirm. */
export interface LimitChange {
  readonly id: string;
  readonly asset: HedgeScope['asset'];
  readonly limits: LimitValues;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  readonly isBlocked: boolean;
  readonly requester: Vote;
}

export interface LimitDecision extends HedgeScope, Pick<AuditEntry, 'actor' | 'origin'> {
  readonly limits: LimitValues;
  readonly reason: string;
  /** Of the request that is confirmed; without it, the person requests the change. */
  readonly requestId: string | undefined;
  readonly member: StaffMember;
}

/**
 * Requests other limits of an asset or (`*`) of a mode, or confirms the request of another person of another role: then
 * they apply from the next round of the hedgers on. The confirmed limits are those of the request.
 * @returns whether they apply now
 * @throws DomainError `permission_denied`; `conflict` when there is a request already, or the named one is not open any
 *   more or of the same person or role; 422 for limits that make no sense, or a missing reason
 */
export async function decideLimits(tx: Tx, decision: LimitDecision): Promise<boolean> {
  const { mode, asset, member, limits } = decision;
  if (!staffMay(member.role, 'treasury_operate')) throw new DomainError('permission_denied');
  const reason = decision.reason.trim();
  if (reason === '') throw fieldError('reason', 'A reason is required.');
  const [problem] = Object.entries('threshold_minor' in limits ? limitProblems(limits) : {});
  if (problem !== undefined) throw fieldError(...problem);
  await lockUntilCommit(tx, `treasury-limits:${mode}:${asset}`);
  const open = (await openLimitChanges(tx, mode)).find((each) => each.asset === asset) ?? null;
  const missing = open && missingToChangeLimits(open.requester, member);
  if (!isConfirmed({ open, requestId: decision.requestId, missing }) || open === null) {
    await limitChangesTable.destroy(tx, { mode, asset, confirmedBy: null });
    const asking = { requestedBy: member.id, requestedRole: member.role };
    await limitChangesTable.create(tx, { id: newId(), mode, asset, limits, reason, ...asking });
    await record(tx, decision, { action: 'treasury.limits_requested', limits, reason });
    return false;
  }
  await apply(tx, { mode, asset }, open.limits);
  await limitChangesTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { id: open.id });
  await record(tx, decision, { action: 'treasury.limits_changed', limits: open.limits, reason: open.reason });
  return true;
}

/** Missing conditions, in words, when the person confirms another one's request; null if there are none. */
export function missingToChangeLimits(requester: Vote, { id: staffId, role }: Pick<StaffMember, 'id' | 'role'>) {
  return missingVotes([requester, { staffId, role }], { verb: 'agree to change limits', mlroBecause: null });
}

export async function openLimitChanges(on: Tx | Db, mode: Mode): Promise<LimitChange[]> {
  const rows = await select<Omit<LimitChange, 'requester'> & { staff_id: string; role: StaffRole }>(on, openSql, [
    mode,
  ]);
  return rows.map(({ staff_id: staffId, role, ...row }) => ({
    ...row,
    requester: { staffId, role, isBlocked: row.isBlocked },
  }));
}

async function apply(tx: Tx, { mode, asset }: HedgeScope, limits: LimitValues): Promise<void> {
  if ('daily_loss_minor' in limits) {
    await treasuryLimitsTable.update(tx, { dailyLossMinor: BigInt(limits.daily_loss_minor) }, { mode });
  } else if (asset !== '*') {
    const values = {
      thresholdMinor: BigInt(limits.threshold_minor),
      maxOrderMinor: BigInt(limits.max_order_minor),
      positionMinor: BigInt(limits.position_minor),
      maxAgeSeconds: Number(limits.max_age_seconds),
      boundBps: Number(limits.bound_bps),
    };
    await hedgeLimitsTable.update(tx, values, { mode, asset });
  }
}

function record(
  tx: Tx,
  { mode, asset, actor, origin }: LimitDecision,
  { action, limits, reason }: { readonly action: AuditAction; readonly limits: LimitValues; readonly reason: string },
) {
  const told = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  return audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action,
    target: { kind: 'asset', id: asset, label: `${asset === '*' ? 'all assets' : asset} (${mode})` },
    data: { limits: told.join(', '), reason },
  });
}
const openSql = prepared(`
  SELECT c.id, c.asset, c.limits, c.reason, s.full_name AS by, c.requested_at AS at, c.requested_by AS staff_id,
    c.requested_role AS role, ${isBlockedSql('s.id')} AS "isBlocked"
  FROM treasury_limit_change c JOIN staff_user s ON s.id = c.requested_by
  WHERE c.mode = $1 AND c.confirmed_by IS NULL ORDER BY c.requested_at`);
