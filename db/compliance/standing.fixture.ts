import { type Actor, actorOf, type CaseStatus, opensProduction } from '../../domain/compliance/case.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne } from '../core/sql.ts';

/** A merchant's place on the way to production. */
export interface Standing {
  readonly caseId: string | null;
  /** Null for a merchant that has no case: before its company is named, or verified without one. */
  readonly status: CaseStatus | null;
  readonly actor: Actor;
  /** Until when who must act has time. */
  readonly actUntil: Date | null;
  /** Spec §4: whether the merchant may work in production. */
  readonly canActivateProduction: boolean;
}

/** The merchant's status. @throws DomainError `not_found` for no merchant */
export async function standingOf(on: Tx | Db, merchantId: string): Promise<Standing> {
  const row = await maybeOne<StandingRow>(
    on,
    `SELECT m.status AS merchant_status, c.id AS case_id, c.status, c.act_until
     FROM merchant m LEFT JOIN compliance_case c ON c.merchant_id = m.id WHERE m.id = $1`,
    [merchantId],
  );
  if (row === undefined) throw new DomainError('not_found');
  const { case_id: caseId, status, act_until: actUntil, merchant_status } = row;
  const isOpen = status === null ? merchant_status === 'verified' : opensProduction(status);
  return {
    caseId,
    status,
    actor: status === null ? 'nobody' : actorOf(status),
    actUntil,
    canActivateProduction: isOpen && merchant_status !== 'blocked',
  };
}

interface StandingRow {
  merchant_status: string;
  case_id: string | null;
  status: CaseStatus | null;
  act_until: Date | null;
}
