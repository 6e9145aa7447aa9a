import type { AccountSecrets } from '../accounts/secrets.ts';
import { enqueue } from '../core/outbox.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared, select } from '../core/sql.ts';
import type { UpdateReader } from './links.ts';
import type { UpdateSource } from './rows.ts';

/** The outbox topic of one mail of an update. */
export const UPDATE_MAIL = 'mail.update';

export interface UpdateMail extends UpdateReader {
  readonly updateId: string;
  /** Of the address, in base64url: which of the update's mails it is. */
  readonly mail: string;
}

interface Found {
  readonly email: string;
  readonly source: UpdateSource;
  readonly id: string;
  readonly place: string;
}

/**
 * Puts the mails of the next readers into the outbox, each address once, and keeps them in the list of the update. A
 * person who agrees while it is being sent may still get it. Whether a reader still wants it is asked again when it is
 * sent.
 *
 * @param after the place that the readers before have reached; empty at first
 * @returns how many, and the place that they have reached: null when no reader is left, or the update was stopped
 */
export async function queueUpdateMails(
  db: Db,
  secrets: AccountSecrets,
  { updateId, after, limit }: { readonly updateId: string; readonly after: string; readonly limit: number },
): Promise<{ readonly queued: number; readonly last: string | null }> {
  return inTransaction(db, async (tx) => {
    const sending = await maybeOne(tx, lockSql, [updateId]);
    if (sending === undefined) return { queued: 0, last: null };
    const found = await select<Found>(tx, readersSql, [after, limit]);
    const mails = found.map((each) => ({ ...each, hash: hashOf(secrets, updateId, each.email) }));
    const fresh = await select<{ mail_hash: Buffer }>(tx, insertSql, [
      updateId,
      mails.map(({ hash }) => hash.toString('hex')),
      mails.map(({ source }) => source),
      mails.map(({ id }) => id),
    ]);
    const isFresh = new Set(fresh.map(({ mail_hash }) => mail_hash.toString('hex')));
    const requested = mails.filter(({ hash }) => isFresh.has(hash.toString('hex')));
    await enqueue(
      tx,
      requested.map(({ source, id, hash }) => {
        const payload: UpdateMail = { updateId, source, id, mail: hash.toString('base64url') };
        return { topic: UPDATE_MAIL, payload };
      }),
    );
    const last = found.length < limit ? null : (found.at(-1)?.place ?? null);
    if (last === null) await execute(tx, finishSql, [updateId]);
    return { queued: requested.length, last };
  });
}

export interface BegunMail {
  readonly email: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Begins one mail, right before the mail server gets it: of all who try, once. A person who has unsubscribed is
 * skipped, and so is the rest of an update that was stopped.
 * @returns what to send, or undefined
 */
export function beginUpdateMail(
  db: Db,
  secrets: AccountSecrets,
  { updateId, mail, source, id }: UpdateMail,
): Promise<BegunMail | undefined> {
  return inTransaction(db, async (tx) => {
    const hash = Buffer.from(mail, 'base64url');
    const begun = await maybeOne<{ subject: string; body: string; is_stopped: boolean }>(tx, beginSql, [
      updateId,
      hash,
    ]);
    if (begun === undefined) return undefined;
    const reader = await maybeOne<{ email: string }>(tx, readerSql, [source, id]);
    // An address that changed since is another one, which has a mail of its own if it is to have one.
    const isSame = reader !== undefined && hashOf(secrets, updateId, reader.email).equals(hash);
    if (reader !== undefined && isSame && !begun.is_stopped) {
      return { email: reader.email, subject: begun.subject, body: begun.body };
    }
    await endUpdateMail(tx, { updateId, mail }, 'skipped');
    return undefined;
  });
}

/** Notes what became of a mail that had begun. */
export async function endUpdateMail(
  on: Db | Tx,
  { updateId, mail }: Pick<UpdateMail, 'updateId' | 'mail'>,
  outcome: 'sent' | 'refused' | 'skipped',
): Promise<void> {
  await execute(on, endSql, [updateId, Buffer.from(mail, 'base64url'), outcome]);
}

/** The mail server certainly did not take it: it can begin again. */
export async function putUpdateMailBack(on: Db | Tx, { updateId, mail }: UpdateMail): Promise<void> {
  await execute(on, backSql, [updateId, Buffer.from(mail, 'base64url')]);
}

/** How many addresses would get an update now. */
export async function countReaders(db: Db): Promise<number> {
  const { count } = await one<{ count: number }>(db, countSql);
  return count;
}

function hashOf(secrets: AccountSecrets, updateId: string, email: string): Buffer {
  return secrets.hash(`update:${updateId}`, email);
}

// Each address once, by its account where it has one. The state of both is one: ending one ends the other.
const READERS = `
  SELECT u.email, 'user' AS source, u.id FROM app_user u JOIN merchant m ON m.id = u.merchant_id
  WHERE u.product_updates AND u.mail_subscription AND u.email_verified_at IS NOT NULL AND u.blocked_at IS NULL
    AND u.removed_at IS NULL AND m.deletion_requested_at IS NULL AND m.deleted_at IS NULL
  UNION ALL
  SELECT n.email, 'subscriber' AS source, n.id FROM newsletter_subscriber n
  WHERE n.confirmed_at IS NOT NULL AND n.unsubscribed_at IS NULL`;

// The order says nothing about who reads: where a run of the workflow has got to is seen by operators.
const readersSql = prepared(`
  SELECT email, source, id, md5(email) AS place FROM (
    SELECT DISTINCT ON (email) email, source, id FROM (${READERS}) AS reader ORDER BY email, source DESC, id
  ) AS address
  WHERE md5(email) > $1 ORDER BY place LIMIT $2`);

const readerSql = prepared(`SELECT email FROM (${READERS}) AS reader WHERE source = $1 AND id = $2`);

const countSql = prepared(`SELECT count(DISTINCT email)::int AS count FROM (${READERS}) AS reader`);

const lockSql = prepared(`
  SELECT 1 FROM product_update
  WHERE id = $1 AND approved_at IS NOT NULL AND stopped_at IS NULL AND finished_at IS NULL AND discarded_at IS NULL
  FOR UPDATE`);

const insertSql = prepared(`
  INSERT INTO product_update_mail (update_id, mail_hash, source, source_id)
  SELECT $1, decode(hash, 'hex'), source, source_id
  FROM unnest($2::text[], $3::text[], $4::uuid[]) AS mail (hash, source, source_id)
  ON CONFLICT (update_id, mail_hash) DO NOTHING RETURNING mail_hash`);

const finishSql = prepared('UPDATE product_update SET finished_at = now(), updated_at = now() WHERE id = $1');

const beginSql = prepared(`
  UPDATE product_update_mail m SET begun_at = now() FROM product_update u
  WHERE m.update_id = $1 AND m.mail_hash = $2 AND m.begun_at IS NULL AND m.outcome IS NULL AND u.id = m.update_id
  RETURNING u.subject, u.body, u.stopped_at IS NOT NULL AS is_stopped`);

const endSql = prepared(`
  UPDATE product_update_mail SET ended_at = now(), outcome = $3 WHERE update_id = $1 AND mail_hash = $2`);

const backSql = prepared(`
  UPDATE product_update_mail SET begun_at = NULL WHERE update_id = $1 AND mail_hash = $2 AND outcome IS NULL`);
