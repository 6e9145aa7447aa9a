import { signedMinor } from './judge-entry.ts';
import type { StatementEntry, StatementHead } from './messages.ts';

/** A statement, or one page of it, with its entries in pieces. */
export interface StatementPage {
  readonly head: StatementHead;
  readonly entries: Iterable<readonly StatementEntry[]>;
}

export interface JoinedPages<T extends StatementPage> {
  readonly whole: readonly StatementPage[];
  /** Pages of statements of which others have not come yet. */
  readonly parts: readonly T[];
}

/**
 * Makes whole statements of pages. A page whose entries lead from its own opening to its own closing balance is whole
 * by itself, and so are notifications. Others are joined: the statement opens as its first page does, closes as its
 * last does, and has the entries of all. A page that comes twice counts once.
 */
export function joinPages<T extends StatementPage>(all: readonly T[]): JoinedPages<T> {
  const whole: StatementPage[] = [];
  const parts: T[] = [];
  const open = all.filter((each) => {
    const isWhole = isAlone(each);
    if (isWhole) whole.push(each);
    return !isWhole;
  });
  for (const pages of Map.groupBy(open, ({ head }) => statementOf(head)).values()) {
    const joined = joinedOf(pages);
    if (joined === null) parts.push(...pages);
    else whole.push(joined);
  }
  return { whole, parts };
}

/** The change of the balance by its entries. */
export function sumOf({ entries }: Pick<StatementPage, 'entries'>): { count: number; sumMinor: bigint } {
  let [count, sumMinor] = [0, 0n];
  for (const piece of entries) {
    count += piece.length;
    for (const entry of piece) sumMinor += signedMinor(entry);
  }
  return { count, sumMinor };
}

function isAlone(page: StatementPage): boolean {
  const { head } = page;
  if (head.page === null || (head.page.number === 1 && head.page.isLast)) return true;
  return !head.hasBalances || leadsToClosing(page);
}

/** Its entries lead from its opening to its closing balance. */
export function leadsToClosing(page: StatementPage): boolean {
  const { openingMinor, closingMinor } = page.head;
  return openingMinor !== null && openingMinor + sumOf(page).sumMinor === closingMinor;
}

/** Which statement a page is of. */
function statementOf({ statementId, iban, currency, sequence }: StatementHead): string {
  return JSON.stringify([statementId, iban, currency, sequence]);
}

function joinedOf<T extends StatementPage>(pages: readonly T[]): StatementPage | null {
  const byNumber = new Map(pages.toReversed().map((each) => [each.head.page?.number ?? 0, each]));
  const ordered = [...byNumber].toSorted(([a], [b]) => a - b).map(([, each]) => each);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first.head.page?.number !== 1 || last.head.page?.isLast !== true) return null;
  if (last.head.page.number !== ordered.length) return null;
  const { closingMinor, closingDay } = last.head;
  return {
    head: { ...first.head, page: null, closingMinor, closingDay },
    entries: {
      *[Symbol.iterator]() {
        for (const { entries } of ordered) yield* entries;
      },
    },
  };
}
