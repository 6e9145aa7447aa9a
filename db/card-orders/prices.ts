import { Op } from 'sequelize';
import type { CardPrice, PriceQuestion, PriceRefusal } from '../../domain/card-orders/offer.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { notifyLive } from '../core/live.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { type CardQuestionRow, cardQuestionsTable } from './price-rows.ts';

/** Where workers hear that a price is asked. */
export const PRICE_CHANNEL = 'card_price';

export type PriceAnswer =
  | { readonly price: CardPrice; readonly answeredAtMs: number }
  | { readonly refusal: PriceRefusal };

export interface OpenPriceQuestion extends PriceQuestion {
  readonly id: string;
}

/**
 * Asks for a price, or joins the same question of the last seconds, whose answer is as good. The number of open
 * questions is bounded, so that nobody can keep the seller busy for all others.
 * @param sharedSeconds for how long a price is given again, where one of the last minute is good enough
 * @returns the id of the question, by which the answer is read
 * @throws DomainError `service_unavailable` while too many wait
 */
export async function askPrice(
  db: Db,
  question: PriceQuestion,
  sharedSeconds: number = FRESH_SECONDS,
): Promise<string> {
  const { mode, gateId, currency, method, country, given, minor } = question;
  const bind = [newId(), mode, gateId, currency, method, country, given, minor.toString(), sharedSeconds];
  const row = await maybeOne<{ id: string; is_new: boolean }>(db, askSql, bind);
  if (row === undefined) throw new DomainError('service_unavailable', { retryAfterSeconds: FRESH_SECONDS });
  if (row.is_new) db.notifier.send(PRICE_CHANNEL, '');
  return row.id;
}

/** The answer; undefined while there is none. */
export async function readPrice(db: Db, id: string): Promise<PriceAnswer | undefined> {
  const row = await cardQuestionsTable.findOne(db, { id });
  if (row === undefined || row.answeredAt === null) return undefined;
  const { fiatMinor, cryptoMinor, partnerFeeMinor, networkFeeMinor } = row;
  if (fiatMinor === null || cryptoMinor === null || partnerFeeMinor === null || networkFeeMinor === null) {
    return { refusal: row.refusal ?? 'away' };
  }
  return {
    price: { fiatMinor, cryptoMinor, partnerFeeMinor, networkFeeMinor },
    answeredAtMs: row.answeredAt.getTime(),
  };
}

/** Takes questions that somebody still waits for; each goes to one worker. */
export async function takePriceQuestions(db: Db, limit: number): Promise<OpenPriceQuestion[]> {
  const taken = await select<{ id: string }>(db, takeSql, [limit]);
  const ids = taken.map(({ id }) => id);
  return ids.length === 0 ? [] : cardQuestionsTable.find(db, { id: { [Op.in]: ids } }, { columns: QUESTION });
}

/** Stores an answer and notifies those who wait for it. */
export async function answerPrice(
  db: Db,
  id: string,
  answer: { readonly price: CardPrice } | { readonly refusal: PriceRefusal },
): Promise<void> {
  const values = 'price' in answer ? { ...answer.price, refusal: null } : { refusal: answer.refusal };
  await cardQuestionsTable.update(db, { ...values, answeredAt: new Date() }, { id });
  notifyLive(db, { card: id });
}

/** Removes what nobody waits for and what is no longer valid. */
export async function deleteOldPrices(db: Db): Promise<number> {
  return execute(db, `DELETE FROM card_question WHERE asked_at < now() - interval '1 minute'`);
}

const QUESTION = [
  'id',
  'mode',
  'gateId',
  'currency',
  'method',
  'country',
  'given',
  'minor',
] as const satisfies (keyof CardQuestionRow)[];

/** For how long any answer is given again, and for how long somebody waits for one at most. */
const FRESH_SECONDS = 5;
const MOST_OPEN = 100;

const askSql = prepared(`
  WITH same AS (
    SELECT id FROM card_question
    WHERE mode = $2 AND gate_id = $3 AND currency = $4 AND method = $5 AND country = $6 AND given = $7
      AND minor = $8::numeric AND asked_at > now() - make_interval(secs => $9)
      AND (asked_at > now() - interval '${FRESH_SECONDS} seconds' OR (answered_at IS NOT NULL AND refusal IS NULL))
    ORDER BY asked_at DESC LIMIT 1
  ), waiting AS (
    SELECT FROM card_question
    WHERE answered_at IS NULL AND asked_at > now() - interval '${FRESH_SECONDS} seconds' LIMIT ${MOST_OPEN}
  ), added AS (
    INSERT INTO card_question (id, mode, gate_id, currency, method, country, given, minor)
    SELECT $1::uuid, $2, $3, $4, $5, $6, $7, $8::numeric
    WHERE NOT EXISTS (SELECT FROM same) AND (SELECT count(*) FROM waiting) < ${MOST_OPEN}
    RETURNING id
  )
  SELECT id, false AS is_new FROM same UNION ALL SELECT id, true FROM added`);

const takeSql = prepared(`
  UPDATE card_question SET taken_at = now()
  WHERE id IN (
    SELECT id FROM card_question
    WHERE answered_at IS NULL AND taken_at IS NULL AND asked_at > now() - interval '${FRESH_SECONDS} seconds'
    ORDER BY asked_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id`);
