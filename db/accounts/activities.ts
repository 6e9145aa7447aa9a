import type { MerchantId, UserId } from '../../domain/ids.ts';
import { newId } from '../../domain/ids.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import type { Client } from './devices.ts';
import { originOf } from './origins.ts';
import { type ActivityAction, activitiesTable } from './rows.ts';

export interface NewActivity {
  readonly merchantId: MerchantId;
  readonly userId: UserId;
  readonly action: ActivityAction;
  readonly client: Pick<Client, 'ip' | 'userAgent'>;
}

/** Records the act for the merchant's recent activity, and in the audit log. */
export async function recordActivity(tx: Tx, { merchantId, userId, action, client }: NewActivity): Promise<void> {
  const userAgent = client.userAgent?.slice(0, 500) ?? null;
  const activity = [newId(), merchantId, userId, action, client.ip, userAgent];
  const { name } = await one<{ name: string }>(tx, recordStatement, activity);
  const actor = { kind: 'user', id: userId, name } as const;
  await audit(tx, { chain: merchantId, actor, origin: originOf(client), action: `account.${action}` });
}

export interface ActivityRow {
  readonly id: string;
  readonly action: string;
  readonly user_name: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
}

/** One page of the merchant's activities, the newest first, and how many there are. */
export async function listActivities(
  db: Db,
  merchantId: MerchantId,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: ActivityRow[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    select<ActivityRow>(
      db,
      `SELECT a.id, a.action, u.full_name AS user_name, host(a.ip) AS ip, a.user_agent, a.created_at
       FROM activity a LEFT JOIN app_user u ON u.id = a.user_id
       WHERE a.merchant_id = $1 ORDER BY a.created_at DESC, a.id DESC LIMIT $2 OFFSET $3`,
      [merchantId, perPage, (page - 1) * perPage],
    ),
    activitiesTable.count(db, { merchantId }),
  ]);
  return { rows, total };
}

const recordStatement = prepared(`
  INSERT INTO activity (id, merchant_id, user_id, action, ip, user_agent) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING (SELECT full_name FROM app_user WHERE app_user.id = user_id) AS name`);
