import { signedMinor } from './judge-entry.ts';
import { isBare, type Movement, referencesOf } from './movements.ts';
import { type KeptMovement, type NewsPlan, planNews } from './plan-entries.ts';
import { type ChainedStatement, chainOf, fitsInto, followsIn, isRepeated } from './statement-chain.ts';

/** The verdict about a statement. */
export type StatementVerdict<New, Kept, S> =
  /** All of it is new. */
  | { readonly act: 'book' }
  /** It says again what these say. Its additional entries are booked with it, and then it replaces them. */
  | { readonly act: 'repeat'; readonly of: readonly S[]; readonly news: NewsPlan<New, Kept> }
  /** Earlier statements are missing. */
  | { readonly act: 'wait' }
  /** It and these cannot both be true: it closes with so much more. If it is right, `unsaid` never was. */
  | {
      readonly act: 'contradiction';
      readonly of: readonly S[];
      readonly news: NewsPlan<New, Kept>;
      readonly differenceMinor: bigint;
    };

export interface StatementToJudge<New, Kept, S> {
  readonly statement: ChainedStatement;
  readonly movements: readonly New[];
  /** Those that are booked, in the order of booking, without those that another one replaces. */
  readonly booked: readonly S[];
  /** The movements of these. */
  readonly movementsOf: (statements: readonly S[]) => readonly Kept[];
  /** Nothing else came: it is booked although statements before it are missing. */
  readonly acceptsGap: boolean;
}

/** All that it says is true, so it does not matter which parts are which sum's. */
const SURE = { guesses: true };

/** Judges a statement by the balances, and where they leave a choice, by what it says. Numbers prove no order. */
export function judgeStatement<New extends Movement, Kept extends KeptMovement, S extends ChainedStatement>(
  of: StatementToJudge<New, Kept, S>,
): StatementVerdict<New, Kept, S> {
  const { statement, movements, booked, movementsOf, acceptsGap } = of;
  const fits = fitsInto(statement, booked);
  const like = likeOf(statement, booked);
  const contradicts = (of: readonly S[], news: NewsPlan<New, Kept>) => {
    const differenceMinor = statement.closingMinor - (of.at(-1)?.closingMinor ?? 0n);
    return { act: 'contradiction', of, news, differenceMinor } as const;
  };
  if (like.same.length > 0) {
    const news = planNews(movements, movementsOf(like.same), SURE);
    if (news.fresh.length === 0 && news.unsaid.length === 0) return { act: 'repeat', of: like.same, news };
    const isAnother = fits && news.fresh.length === movements.length;
    return isAnother ? { act: 'book' } : contradicts(like.same, news);
  }
  if (like.since.length > 0) {
    const news = planNews(movements, movementsOf(like.since), SURE);
    // That it only leads to a later one proves nothing: another one has its place.
    const follows = followsIn(statement, booked);
    if (
      follows ? isSurelyRepeated(news, movementsOf(like.since)) : news.fresh.length === 0 || news.unsaid.length === 0
    ) {
      return { act: 'repeat', of: like.since, news };
    }
    const isElsewhere = like.isEarlierDay && news.fresh.length === movements.length;
    if (!follows && !isElsewhere) return contradicts(like.since, news);
  }
  // While statements are missing, one may fit that says what another one says.
  if (!fits || chainOf(booked).gaps.size > 0) {
    const news = planNews(movements, movementsOf(like.ofDay), SURE);
    if (isOfOneDay(statement, { of: like.ofDay, news })) return { act: 'repeat', of: like.ofDay, news };
  }
  return fits || acceptsGap ? { act: 'book' } : { act: 'wait' };
}

/** Statements that may say what this one says. */
export interface LikeStatements<S> {
  readonly same: readonly S[];
  /** The one that opens as it does, and those after it until its last day. */
  readonly since: readonly S[];
  readonly isEarlierDay: boolean;
  readonly ofDay: readonly S[];
}

export function likeOf<S extends ChainedStatement>(
  statement: ChainedStatement,
  booked: readonly S[],
): LikeStatements<S> {
  const { openingMinor, closingDay } = statement;
  const until = chainOf(booked).statements.filter((each) => each.closingDay <= closingDay);
  const opens = (each: S) => each.openingMinor === openingMinor;
  const last = until.findLast(opens);
  const from = until.findIndex((each) => opens(each) && each.closingDay === last?.closingDay);
  const isEarlierDay = last !== undefined && last.closingDay < closingDay;
  return {
    same: booked.filter((each) => isRepeated(each, statement)).slice(0, 1),
    since: from < 0 ? [] : until.slice(from),
    isEarlierDay: isEarlierDay && last !== until.at(-1),
    ofDay: booked.filter((each) => each.closingDay === closingDay),
  };
}

/** Between equal balances, only references show that it is the same money. */
function isSurelyRepeated({ unsaid }: NewsPlan<unknown, unknown>, booked: readonly Movement[]): boolean {
  return (
    booked.length > 0 && unsaid.length === 0 && booked.every((each) => referencesOf(each).length > 0 || !isBare(each))
  );
}

/**
 * It is of the middle of a day whose statement is booked, or of a day of whose middle one is: it says nothing new, or
 * all that is booked, and the one opens where some of what the other says leads to.
 */
function isOfOneDay<S extends ChainedStatement>(
  { openingMinor }: ChainedStatement,
  { of, news: { fresh, unsaid } }: { readonly of: readonly S[]; readonly news: NewsPlan<Movement, Movement> },
): boolean {
  const first = chainOf(of).statements[0];
  if (first === undefined) return false;
  const laterMinor = openingMinor - first.openingMinor;
  if (fresh.length === 0) return reaches(laterMinor, unsaid.map(signedMinor));
  return unsaid.length === 0 && reaches(-laterMinor, fresh.map(signedMinor));
}

/** More are not tried. */
const MOST_SUMS = 10_000;

/** Whether some of the amounts add up to this. */
function reaches(target: bigint, amounts: readonly bigint[]): boolean {
  const sums = new Set([0n]);
  for (const amount of amounts) {
    if (sums.has(target) || sums.size > MOST_SUMS) break;
    for (const sum of Array.from(sums)) sums.add(sum + amount);
  }
  return sums.has(target);
}
