import type { Work } from './count-work.ts';
import type { PathName } from './paths.ts';

/**
 * The most that each step may ask of the database, so that a change that makes one dearer fails at once. Lower a budget
 * when its step has become cheaper, and raise one only for something that is worth it.
 */
export const BUDGETS: Readonly<Record<PathName, Work>> = {
  'an invoice, created': { statements: 4, roundTrips: 6, rows: 7, tables: 5 },
  'an invoice, created with its asset': { statements: 4, roundTrips: 6, rows: 10, tables: 7 },
  'an asset, chosen': { statements: 11, roundTrips: 13, rows: 7, tables: 7 },
  'a payment, seen': { statements: 10, roundTrips: 12, rows: 4, tables: 4 },
  'a payment, confirmed': { statements: 14, roundTrips: 16, rows: 13, tables: 9 },
  'an invoice, settled': { statements: 6, roundTrips: 8, rows: 13, tables: 8 },
  'a webhook, delivered': { statements: 2, roundTrips: 2, rows: 3, tables: 2 },
  'a payout, requested': { statements: 10, roundTrips: 12, rows: 21, tables: 7 },
  'a payout, signed': { statements: 18, roundTrips: 20, rows: 6, tables: 6 },
  'a payout, sent': { statements: 10, roundTrips: 12, rows: 6, tables: 5 },
  'a payout, confirmed': { statements: 16, roundTrips: 18, rows: 30, tables: 9 },
  'a conversion, priced': { statements: 2, roundTrips: 2, rows: 1, tables: 1 },
  'a conversion, made': { statements: 6, roundTrips: 8, rows: 18, tables: 8 },
  'a withdrawal, requested': { statements: 10, roundTrips: 12, rows: 17, tables: 7 },
  'a withdrawal, given to the bank': { statements: 13, roundTrips: 15, rows: 2, tables: 2 },
};

/** The round trips of a program that only writes these rows: a statement for each table, in one transaction. */
export function leastRoundTrips({ tables }: Pick<Work, 'tables'>): number {
  return tables === 1 ? 1 : tables + 2;
}

/** The cheapest of several lives: the first ones fill caches, and open accounts that later ones find. */
export function cheapest<Measured extends Work>(lives: readonly Measured[]): Measured {
  const [first, ...others] = lives;
  if (first === undefined) throw new Error('Nothing was measured.');
  const least = (of: (work: Work) => number) => Math.min(...lives.map(of));
  return {
    ...others.reduce((best, each) => (each.roundTrips < best.roundTrips ? each : best), first),
    statements: least(({ statements }) => statements),
    roundTrips: least(({ roundTrips }) => roundTrips),
    rows: least(({ rows }) => rows),
    tables: least(({ tables }) => tables),
  };
}
