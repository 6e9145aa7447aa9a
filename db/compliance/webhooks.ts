import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { newsOf } from '../../domain/compliance/provider-news.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { takeReview } from './applicants.ts';
import type { AssessContext } from './assess.ts';
import { verificationEventsTable } from './rows.ts';

/** Whether the provider signed these very bytes: HMAC-SHA-256 in hex, compared in constant time. */
export function isSigned(secret: string, body: Buffer, digest: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = /^[0-9a-f]{64}$/i.test(digest) ? Buffer.from(digest, 'hex') : Buffer.alloc(32);
  return timingSafeEqual(given, expected) && digest !== '';
}

/**
 * Processes a webhook whose signature was checked, once however often it comes. Anything but news of an applicant is
 * ignored.
 * @returns whether it changed anything
 */
export async function takeWebhook(tx: Tx, context: AssessContext, body: Buffer): Promise<boolean> {
  const news = newsOf(body.toString('utf8'));
  if (news === undefined) return false;
  const id = createHash('sha256').update(body).digest();
  const saidAt = new Date(news.saidAtMs);
  const isNew = await execute(
    tx,
    `INSERT INTO verification_event (id, applicant_id, type, said_at, outcome) VALUES ($1, $2, $3, $4, 'unknown')
     ON CONFLICT (id) DO NOTHING`,
    [id, news.applicantId, news.type, saidAt],
  );
  if (isNew === 0) return false;
  const outcome = await takeReview(tx, context, news);
  await verificationEventsTable.update(tx, { outcome }, { id });
  return outcome === 'taken';
}
