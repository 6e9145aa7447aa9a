import type { ApplicationStatus } from '../../domain/forms/application.ts';
import { type Condition, likeOf, limitOf, whereAll } from '../core/list-query.ts';
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';

/** An application as staff see it: what the business said, and what came of it. */
export interface ApplicationLine {
  readonly id: string;
  readonly email: string;
  readonly contactHandle: string;
  readonly domain: string;
  readonly industry: string;
  readonly turnover: string;
  readonly language: string;
  readonly status: ApplicationStatus;
  readonly companyName: string | null;
  readonly createdAt: Date;
}

export interface ApplicationQuery {
  readonly status?: readonly string[] | undefined;
  /** Searches address, handle and domain. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** One page of applications, the newest first, and the total count. Those of one address are one, the newest. */
export async function listApplications(
  db: Db,
  query: ApplicationQuery,
): Promise<{ readonly lines: readonly ApplicationLine[]; readonly total: number }> {
  const { where, bind } = whereAll(conditionsOf(query));
  const lines = await select<ApplicationLine>(
    db,
    `SELECT * FROM (${linesSql}) AS line WHERE ${where} ORDER BY id DESC ${limitOf(query)}`,
    bind,
  );
  const { total } = await one<{ total: number }>(
    db,
    `SELECT count(*)::int AS total FROM (${linesSql}) AS line WHERE ${where}`,
    bind,
  );
  return { lines, total };
}

const linesSql = `
  SELECT DISTINCT ON (a.email) a.id, a.email, a.contact_handle AS "contactHandle", a.domain, a.industry, a.turnover,
    a.language, a.created_at AS "createdAt", m.company_name AS "companyName",
    CASE WHEN u.id IS NOT NULL THEN 'opened' WHEN a.expires_at > now() THEN 'invited' ELSE 'expired' END AS status
  FROM account_application a
  LEFT JOIN app_user u ON u.email = a.email LEFT JOIN merchant m ON m.id = u.merchant_id
  ORDER BY a.email, a.id DESC`;

function conditionsOf({ status, search }: ApplicationQuery): readonly Condition[] {
  return [
    [status, (p) => `status = ANY(${p}::text[])`],
    [likeOf(search), (p) => `(email ILIKE ${p} OR "contactHandle" ILIKE ${p} OR domain ILIKE ${p})`],
  ];
}
