/** A statement as it is known: by its ID, number, period and balances together, of which banks use each again. */
export interface ChainedStatement {
  readonly statementId: string;
  /** Digits without leading zeros; banks count, restart, jump, or write the time. */
  readonly number: string | null;
  /** As the bank writes it; null: it says none. */
  readonly period: string | null;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly closingDay: string;
}

/** Statements in the order that their balances prove, and what is missing between them. */
export interface Chain<S> {
  readonly statements: readonly S[];
  /** Before the statement of this place. */
  readonly gaps: ReadonlyMap<number, bigint>;
}

/** Puts statements in order: by their days, and within a day by their balances. Equal balances follow each other. */
export function chainOf<S extends ChainedStatement>(all: readonly S[]): Chain<S> {
  const statements: S[] = [];
  const gaps = new Map<number, bigint>();
  const days = Map.groupBy(all, ({ closingDay }) => closingDay);
  for (const day of [...days.keys()].sort()) {
    const left = [...(days.get(day) ?? [])];
    while (left.length > 0) {
      const closed = statements.at(-1)?.closingMinor;
      const next = takeNext(left, closed);
      if (closed !== undefined && next.openingMinor !== closed) {
        gaps.set(statements.length, next.openingMinor - closed);
      }
      statements.push(next);
    }
  }
  return { statements, gaps };
}

/** The sum that is missing between statements. */
export function missingMinor({ gaps }: Chain<unknown>): bigint {
  return [...gaps.values()].reduce((sum, minor) => sum + minor, 0n);
}

/** Whether a statement follows another one, leads to one, or fills a gap: it leaves no more gaps than there are. */
export function fitsInto<S extends ChainedStatement>(statement: S, all: readonly S[]): boolean {
  return chainOf([...all, statement]).gaps.size <= chainOf(all).gaps.size;
}

/** Whether a statement fits and also opens with what the one before it closes with, if there is one. */
export function followsIn<S extends ChainedStatement>(statement: S, all: readonly S[]): boolean {
  const { statements, gaps } = chainOf([...all, statement]);
  return gaps.size <= chainOf(all).gaps.size && !gaps.has(statements.indexOf(statement));
}

/**
 * Booked statements whose balances build on those that this one contradicts, also on each other: if this one is right,
 * they cannot be. Statements that may also follow another one are not among them.
 */
export function builtOn<S extends ChainedStatement>(
  statement: ChainedStatement,
  contradicted: readonly S[],
  booked: readonly S[],
): readonly S[] {
  const { statements } = chainOf(booked);
  const denied = new Set(contradicted.map(({ closingMinor }) => closingMinor));
  const others = new Set([statement.closingMinor]);
  const last = statements.findLastIndex((each) => contradicted.includes(each));
  return statements.filter(({ openingMinor, closingMinor }, at) => {
    if (at <= last) return false;
    const isBuilt = denied.has(openingMinor) && !others.has(openingMinor);
    (isBuilt ? denied : others).add(closingMinor);
    return isBuilt;
  });
}

/** The one that follows; else one that follows none of the others; else the first. */
function takeNext<S extends ChainedStatement>(left: S[], closed: bigint | undefined): S {
  const follows = left.findIndex(({ openingMinor }) => openingMinor === closed);
  const closings = (at: number) =>
    left.some((other, index) => index !== at && other.closingMinor === left[at]?.openingMinor);
  const begins = left.findIndex((_each, at) => !closings(at));
  const [taken] = left.splice(Math.max(0, follows >= 0 ? follows : begins), 1);
  if (taken === undefined) throw new Error('There is no statement left.');
  return taken;
}

/** The same statement, sent again. Without a number, another ID makes it another one. */
export function isRepeated(one: ChainedStatement, other: ChainedStatement): boolean {
  return (
    one.number === other.number &&
    one.period === other.period &&
    one.openingMinor === other.openingMinor &&
    one.closingMinor === other.closingMinor &&
    one.closingDay === other.closingDay &&
    (one.statementId === other.statementId || one.number !== null)
  );
}
