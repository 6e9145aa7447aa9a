/** The answers to "Was this useful?" below a help article. */
export const ARTICLE_ANSWERS = ['yes', 'no'] as const;
export type ArticleAnswer = (typeof ARTICLE_ANSWERS)[number];

/** Over how many days staff see them added up. */
export const ANSWERS_SHOWN_DAYS = 90;

/** Longer than a year, so that an article is comparable with itself a year ago. */
export const ANSWERS_KEPT_DAYS = 400;

/**
 * How many count: of one network each article once a day, and a reader's share of an hour; of everybody together so
 * many that a flood changes no picture for good.
 */
export const ANSWERS_COUNTED = { networkPerHour: 20, allPerHour: 600 } as const;

export function isArticleAnswer(text: unknown): text is ArticleAnswer {
  return ARTICLE_ANSWERS.some((answer) => answer === text);
}
