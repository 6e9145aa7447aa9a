import { day, defineTable, integer, text, time } from '../core/table.ts';

/** Readers' answers about a help article on a day: counts, and nothing about who answered. */
export const articleAnswersTable = defineTable('article_answer', {
  slug: text(),
  day: day(),
  useful: integer(),
  notUseful: integer(),
});

/** The results of the checks of a day, one a minute, for a part of the gateway. */
export const statusDaysTable = defineTable('status_day', {
  day: day(),
  part: text(),
  checks: integer(),
  late: integer(),
  down: integer(),
  firstMinute: time(),
  lastMinute: time(),
});
