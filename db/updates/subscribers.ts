import { newId, type UserId } from '../../domain/ids.ts';
import { usersTable } from '../accounts/rows.ts';
import { audit } from '../audit/audit.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { UpdateReader } from './links.ts';
import { subscribersTable } from './rows.ts';

/** The outbox topic of the mail that asks to confirm a subscription. */
export const NEWSLETTER_MAIL = 'mail.newsletter';

export interface NewsletterMail {
  readonly subscriberId: string;
}

interface Asking {
  readonly email: string;
  readonly ip: string;
  /** The sentence that was agreed to. */
  readonly consent: string;
}

/**
 * Stores the subscription to product updates and has the mail written that confirms it. For who has them already
 * nothing is kept, and the message is of nobody: both take the same time (hazard 62).
 */
export async function askForUpdates(tx: Tx, { email, ip, consent }: Asking): Promise<void> {
  const id = newId();
  const row = await maybeOne<{ id: string }>(tx, askSql, [id, email.toLowerCase(), consent, ip]);
  const payload: NewsletterMail = { subscriberId: row?.id ?? id };
  await enqueue(tx, [{ topic: NEWSLETTER_MAIL, payload }]);
}

/** @returns whether the subscription holds now: the row may be gone, or was ended after its link was made */
export async function confirmUpdates(
  tx: Tx,
  { id, requestedAtMs, ip }: { readonly id: string; readonly requestedAtMs: number; readonly ip: string },
): Promise<boolean> {
  const row = await subscribersTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) return false;
  if (row.unsubscribedAt !== null && row.unsubscribedAt.getTime() >= requestedAtMs) return false;
  if (row.confirmedAt !== null && row.unsubscribedAt === null) return true;
  await subscribersTable.update(tx, { confirmedAt: NOW, confirmedIp: ip, unsubscribedAt: null }, { id });
  return true;
}

/**
 * Ends product updates to the address of the reader, whatever it agreed to them by. Of people who have an account it is
 * in their audit log.
 */
export async function stopUpdates(tx: Tx, reader: UpdateReader): Promise<void> {
  const address = await maybeOne<{ email: string }>(tx, addressSql, [reader.id, reader.source]);
  if (address === undefined) return;
  await execute(tx, stopSql, [address.email]);
  const users = await select<StoppedUser>(tx, usersSql, [address.email]);
  for (const { id, merchantId, name } of users) {
    await usersTable.update(tx, { productUpdates: false }, { id });
    const actor = { kind: 'user', id, name } as const;
    await audit(tx, { chain: merchantId, actor, origin: null, action: 'account.subscription_changed' });
  }
}

interface StoppedUser {
  readonly id: UserId;
  readonly merchantId: Parameters<typeof audit>[1]['chain'];
  readonly name: string;
}

const askSql = prepared(`
  INSERT INTO newsletter_subscriber (id, email, consent, requested_at, requested_ip) VALUES ($1, $2, $3, now(), $4)
  ON CONFLICT (email) DO UPDATE
  SET consent = excluded.consent, requested_at = now(), requested_ip = excluded.requested_ip
  WHERE newsletter_subscriber.confirmed_at IS NULL OR newsletter_subscriber.unsubscribed_at IS NOT NULL
  RETURNING id`);

const addressSql = prepared(`
  SELECT email FROM newsletter_subscriber WHERE id = $1 AND $2 = 'subscriber'
  UNION ALL SELECT email FROM app_user WHERE id = $1 AND $2 = 'user'`);

const stopSql = prepared(`
  UPDATE newsletter_subscriber SET unsubscribed_at = now() WHERE email = $1 AND unsubscribed_at IS NULL`);

const usersSql = prepared(`
  SELECT id, merchant_id AS "merchantId", full_name AS name FROM app_user
  WHERE email = $1 AND product_updates ORDER BY id FOR UPDATE`);
