import type { UserId } from '../../domain/ids.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { knownDevicesTable } from './rows.ts';
import { normalEmail } from './users.ts';

/** The browser a request comes from. */
export interface Client {
  readonly ip: string;
  /** The part of the address that limits count: its `networkOf`. */
  readonly network: string;
  readonly userAgent: string | undefined;
  /** The fingerprint of `X-VISITOR-ID`; undefined where the front end could make none. */
  readonly visitorId: string | undefined;
  /** The cookie that browsers get once their user has proved to read the mailbox. */
  readonly deviceCookie: string | undefined;
}

/**
 * Whether somebody with this email address signed in here before. The tries of such a browser are counted apart from
 * all others, so that strangers who try passwords lock themselves out and not the owner. The fingerprint does not
 * matter: it may change, the cookie cannot be guessed.
 */
export async function isKnownBrowser(on: Db | Tx, email: string, { deviceCookie }: Client): Promise<boolean> {
  if (deviceCookie === undefined) return false;
  return (await maybeOne(on, browserStatement, [normalEmail(email), tokenHash(deviceCookie)])) !== undefined;
}

/**
 * Whether the user may sign in from here without a code by email: cookie and fingerprint are those of a verified
 * device.
 */
export async function isKnownDevice(on: Db | Tx, userId: UserId, client: Client): Promise<boolean> {
  if (client.deviceCookie === undefined || client.visitorId === undefined) return false;
  const hash = tokenHash(client.deviceCookie);
  const seen = { lastSeenAt: NOW, ip: client.ip, userAgent: agentOf(client) };
  return (await knownDevicesTable.update(on, seen, { userId, cookieHash: hash, visitorId: client.visitorId })) > 0;
}

/**
 * Remembers the device. The browser gets a new cookie, for all its users: a planted one becomes worthless (hazard 61).
 * @returns the cookie
 */
export async function rememberDevice(tx: Tx, userId: UserId, client: Client): Promise<string> {
  const cookie = randomToken();
  const hash = tokenHash(cookie);
  if (client.deviceCookie !== undefined) {
    await knownDevicesTable.update(tx, { cookieHash: hash }, { cookieHash: tokenHash(client.deviceCookie) });
  }
  await execute(
    tx,
    `INSERT INTO known_device (user_id, cookie_hash, visitor_id, ip, user_agent) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, cookie_hash) DO UPDATE SET visitor_id = excluded.visitor_id, last_seen_at = now()`,
    [userId, hash, client.visitorId ?? '', client.ip, agentOf(client)],
  );
  return cookie;
}

/** After a change of password or of the second factor every browser has to be verified again. */
export async function forgetDevices(tx: Tx, userId: UserId): Promise<void> {
  await knownDevicesTable.destroy(tx, { userId });
}

function agentOf({ userAgent }: Client): string | null {
  return userAgent?.slice(0, 500) ?? null;
}

const browserStatement = prepared(`
  SELECT 1 FROM known_device d JOIN app_user u ON u.id = d.user_id WHERE u.email = $1 AND d.cookie_hash = $2`);
