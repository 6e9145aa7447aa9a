import { day, defineTable, integer, text, time } from '../core/table.ts';

/** What readers said of a help article on a day: counts, and nothing about who answered. */
export const articleAnswersTable = defineTable('article_answer', {
  slug: text(),
  day: day(),
  useful: integer(),
  notUseful: integer(),
});

/** What the checks of a day, one a minute, said of a part of the gateway. */
export const statusDaysTable = defineTable('status_day', {
  day: day(),
  part: text(),
  checks: integer(),
  late: integer(),
  down: integer(),
  firstMinute: time(),
  lastMinute: time(),
});
