import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { normalEmail } from '../accounts/users.ts';
import type { Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/** The customer of a mode who has just proved to read the mailbox; the same ID each time. */
export async function verifiedCustomer(
  tx: Tx,
  { mode, email, country, nowMs }: { mode: Mode; email: string; country: string; nowMs: number },
): Promise<string> {
  const now = new Date(nowMs);
  return (await one<{ id: string }>(tx, customerSql, [newId(nowMs), mode, normalEmail(email), country, now])).id;
}

const customerSql = prepared(`
  INSERT INTO card_customer (id, mode, email, country, verified_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)
  ON CONFLICT (mode, email) DO UPDATE SET country = excluded.country, verified_at = excluded.verified_at
  RETURNING id`);
