import type { StaffId } from '../../domain/ids.ts';
import { normalEmail } from '../accounts/users.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { staffDevicesTable } from './rows.ts';

/**
 * Whether the person with this email address passed both factors in this browser before. The tries of such a browser
 * are counted apart from all others, so that strangers who try passwords lock themselves out and never staff.
 */
export async function isKnownStaffBrowser(on: Db | Tx, email: string, cookie: string | undefined): Promise<boolean> {
  if (cookie === undefined) return false;
  return (await maybeOne(on, knownStatement, [normalEmail(email), tokenHash(cookie)])) !== undefined;
}

/**
 * Remembers the browser. It gets a new cookie, for all its people: a planted one becomes worthless (hazard 61).
 * @returns the cookie
 */
export async function rememberStaffDevice(tx: Tx, staffId: StaffId, before: string | undefined): Promise<string> {
  const cookie = randomToken();
  const hash = tokenHash(cookie);
  if (before !== undefined) {
    await staffDevicesTable.update(tx, { cookieHash: hash }, { cookieHash: tokenHash(before) });
  }
  await execute(
    tx,
    `INSERT INTO staff_device (staff_id, cookie_hash) VALUES ($1, $2)
     ON CONFLICT (staff_id, cookie_hash) DO UPDATE SET last_seen_at = now()`,
    [staffId, hash],
  );
  return cookie;
}

const knownStatement = prepared(`
  SELECT 1 FROM staff_device d JOIN staff_user p ON p.id = d.staff_id WHERE p.email = $1 AND d.cookie_hash = $2`);
