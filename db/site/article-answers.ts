import { Op } from 'sequelize';
import {
  ANSWERS_COUNTED,
  ANSWERS_KEPT_DAYS,
  ANSWERS_SHOWN_DAYS,
  type ArticleAnswer,
} from '../../domain/site/article-answers.ts';
import { mayTry, withinHour } from '../accounts/lockouts.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import { limitOf } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { articleAnswersTable } from './rows.ts';

/** A reader's answer about an article. */
export interface AnsweredArticle {
  readonly slug: string;
  readonly answer: ArticleAnswer;
  /** Of the reader. It is kept as a keyed hash for a day, apart from the answer. */
  readonly network: string;
  readonly nowMs: number;
}

/** Counts an answer, unless its network has answered for this article today or too much was answered this hour. */
export async function countArticleAnswer(tx: Tx, secrets: AccountSecrets, answered: AnsweredArticle): Promise<void> {
  const { slug, answer, network, nowMs } = answered;
  const { networkPerHour, allPerHour } = ANSWERS_COUNTED;
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const once = { scope: 'useful:article', key: `${slug} ${day} ${network}`, tries: 1, minutes: 24 * 60 };
  const own = { scope: 'useful:network', key: network, tries: networkPerHour };
  const all = { scope: 'useful', key: 'all', tries: allPerHour };
  // The network's own limits first, so that nobody alone uses up what counts of everybody.
  for (const allowance of [withinHour(own, nowMs), once, withinHour(all, nowMs)]) {
    if (!(await mayTry(tx, secrets, allowance))) return;
  }
  await execute(tx, countSql, [slug, day, answer === 'yes' ? 1 : 0]);
}

const countSql = prepared(`
  INSERT INTO article_answer AS a (slug, day, useful, not_useful) VALUES ($1, $2, $3, 1 - $3)
  ON CONFLICT (slug, day) DO UPDATE
    SET useful = a.useful + excluded.useful, not_useful = a.not_useful + excluded.not_useful`);

export interface ArticleAnswers {
  readonly slug: string;
  readonly useful: number;
  readonly notUseful: number;
  /** The day of the latest answer, UTC. */
  readonly latest: string;
}

/** Articles with answers of the last 90 days, the least useful first. */
export async function listArticleAnswers(
  db: Db,
  { page, perPage, nowMs }: { readonly page: number; readonly perPage: number; readonly nowMs: number },
): Promise<{ readonly lines: readonly ArticleAnswers[]; readonly total: number }> {
  const rows = await select<ArticleAnswers & { total: number }>(db, listSql(page, perPage), [
    daysAgo(nowMs, ANSWERS_SHOWN_DAYS),
  ]);
  return { lines: rows.map(({ total: _, ...line }) => line), total: rows[0]?.total ?? 0 };
}

const listSql = (page: number, perPage: number) => `
  SELECT slug, sum(useful)::int AS useful, sum(not_useful)::int AS "notUseful", max(day)::text AS latest,
    count(*) OVER ()::int AS total
  FROM article_answer WHERE day > $1::date GROUP BY slug
  ORDER BY sum(not_useful) DESC, slug ${limitOf({ page, perPage })}`;

/** Removes counts that are too old to compare with. */
export async function deleteOldArticleAnswers(db: Db, nowMs: number): Promise<number> {
  return articleAnswersTable.destroy(db, { day: { [Op.lte]: daysAgo(nowMs, ANSWERS_KEPT_DAYS) } });
}

function daysAgo(nowMs: number, days: number): string {
  return new Date(nowMs - days * 86_400_000).toISOString().slice(0, 10);
}
