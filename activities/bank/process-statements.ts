import { bookEntries } from '../../db/bank/book-entries.ts';
import { openDifference } from '../../db/bank/differences.ts';
import { entryKeys, type KeyedEntry } from '../../db/bank/entry-keys.ts';
import { type BookingPlan, planEntries } from '../../db/bank/entry-plan.ts';
import type { BankFile } from '../../db/bank/files.ts';
import { entriesOfStatement, informedEntries, type KeptEntry } from '../../db/bank/kept-entries.ts';
import { bookLateEntries } from '../../db/bank/late-entries.ts';
import { learn } from '../../db/bank/learned-entries.ts';
import type { BankStatementRow } from '../../db/bank/rows.ts';
import { balancedOf, bookedStatements, closeStatement, compareWithBank } from '../../db/bank/statements.ts';
import { signedMinor } from '../../domain/bank/judge-entry.ts';
import { judgeStatement, likeOf } from '../../domain/bank/judge-statement.ts';
import type { StatementHead } from '../../domain/bank/messages.ts';
import type { StatementPage } from '../../domain/bank/pages.ts';
import { type NewsPlan, withoutHeld } from '../../domain/bank/plan-entries.ts';
import type { ChainedStatement } from '../../domain/bank/statement-chain.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money.ts';
import { type BankDeps, bankTransaction } from './deps.ts';
import { BankFileError } from './files/bank-file-error.ts';

/** A statement or a notification of a file, read to its end. */
interface WholeStatement {
  readonly head: StatementHead;
  /** Null: a notification. */
  readonly statement: ChainedStatement | null;
  readonly saidIn: string;
  readonly entries: readonly KeyedEntry[];
}

/** What is to be done about it. */
interface JudgedStatement extends WholeStatement {
  readonly statement: ChainedStatement;
  readonly id: string;
  /** Null: all of it is new. */
  readonly repeats: { readonly covers: readonly string[]; readonly news: NewsPlan<KeyedEntry, KeptEntry> } | null;
}

/** The file waits for statements before one of its own. */
export interface Waiting {
  readonly words: string;
  readonly day: string;
}

/**
 * Judges a file whole, and only then books it: the statements that follow what is booked, one after the other, and
 * what is notified. Repeated, whatever was booked before is found.
 * @param acceptsGap it is booked although statements before it are missing
 * @returns what it waits for; null if all is booked
 */
export async function bookStatements(
  deps: BankDeps,
  file: BankFile,
  { read, acceptsGap }: { readonly read: readonly StatementPage[]; readonly acceptsGap: boolean },
): Promise<Waiting | null> {
  const all = read.map((each, index) => wholeOf(each, `${file.id}.${index}`));
  for (const each of all) await requireBalance(deps, file, each);
  const judged = await judgeAll(deps, file, { all, acceptsGap });
  if ('words' in judged) return judged;
  for (const each of judged) await bookStatement(deps, file, each);
  const { mode, nowMs } = deps;
  for (const { statement, entries } of all) {
    if (statement !== null) continue;
    const batch = { mode, fileId: file.id, isStated: false, entries, nowMs: nowMs() };
    await bankTransaction(deps, (tx) => bookEntries(tx, batch));
  }
  return null;
}

function wholeOf({ head, entries }: StatementPage, saidIn: string): WholeStatement {
  const keyed = entryKeys(saidIn);
  const all: KeyedEntry[] = [];
  for (const piece of entries) for (const entry of piece) all.push(keyed(entry));
  return { head, statement: balancedOf(head), saidIn, entries: all };
}

/** Statements in the order in which they follow what is booked and each other, whatever their order in the file. */
async function judgeAll(
  deps: BankDeps,
  file: BankFile,
  { all, acceptsGap }: { readonly all: readonly WholeStatement[]; readonly acceptsGap: boolean },
): Promise<JudgedStatement[] | Waiting> {
  const left = all.flatMap((each) => (each.statement === null ? [] : [{ ...each, statement: each.statement }]));
  const days = left.map(({ statement }) => statement.closingDay).toSorted();
  const chain = new JudgedChain(deps, await bookedStatements(deps.db, deps.mode, days));
  const done: JudgedStatement[] = [];
  while (left.length > 0) {
    const step = (await chain.judgeNext(left, false)) ?? (acceptsGap ? await chain.judgeNext(left, true) : null);
    if (step === null) {
      const [waits] = left.toSorted((one, other) => (one.statement.closingDay < other.statement.closingDay ? -1 : 1));
      const opens = formatAmount(waits?.statement.openingMinor ?? 0n, 2);
      const words = `No statement closes with ${opens} EUR, with which ${waits?.statement.statementId} opens.`;
      return { words, day: waits?.statement.closingDay ?? '' };
    }
    if ('differenceMinor' in step) return differs(deps, file, step);
    left.splice(
      left.findIndex(({ saidIn }) => saidIn === step.saidIn),
      1,
    );
    done.push(step);
  }
  return done;
}

type Balanced = WholeStatement & { readonly statement: ChainedStatement };
type Booked = ChainedStatement & Pick<BankStatementRow, 'id'>;

/** What is booked, and what is going to be. */
class JudgedChain {
  readonly #deps: BankDeps;
  #booked: Booked[];
  readonly #movements = new Map<string, readonly KeptEntry[]>();

  constructor(deps: BankDeps, booked: readonly Booked[]) {
    this.#deps = deps;
    this.#booked = [...booked];
  }

  async judgeNext(
    left: readonly Balanced[],
    acceptsGap: boolean,
  ): Promise<JudgedStatement | { readonly differenceMinor: bigint; readonly words: string } | null> {
    const days = left.toSorted((one, other) => (one.statement.closingDay < other.statement.closingDay ? -1 : 1));
    for (const each of days) {
      const { statement, entries: movements } = each;
      const like = likeOf(statement, this.#booked);
      for (const one of new Set([...like.same, ...like.since, ...like.ofDay])) await this.#load(one);
      const movementsOf = (those: readonly Booked[]) => those.flatMap(({ id }) => this.#movements.get(id) ?? []);
      const verdict = judgeStatement({ statement, movements, booked: this.#booked, movementsOf, acceptsGap });
      if (verdict.act === 'wait') continue;
      if (verdict.act === 'contradiction') {
        const words = `Statement ${statement.statementId} of ${statement.closingDay} contradicts what is booked.`;
        return { differenceMinor: verdict.differenceMinor, words };
      }
      const repeats = verdict.act === 'repeat' ? { covers: verdict.of.map(({ id }) => id), news: verdict.news } : null;
      return this.#add({ ...each, id: newId(), repeats });
    }
    return null;
  }

  #add(step: JudgedStatement): JudgedStatement {
    const { id, repeats, statement, entries } = step;
    if (repeats !== null && repeats.news.fresh.length === 0) return step;
    const covers = new Set(repeats?.covers);
    this.#booked = this.#booked.filter((each) => !covers.has(each.id));
    this.#booked.push({ ...statement, id });
    this.#movements.set(id, entries.map(plannedOf));
    return step;
  }

  async #load({ id }: Booked): Promise<void> {
    if (!this.#movements.has(id)) this.#movements.set(id, await entriesOfStatement(this.#deps.db, id));
  }
}

/** An entry that this file is going to book: nothing can be added to it. */
function plannedOf(entry: KeyedEntry): KeptEntry {
  return { ...entry, id: entry.key, isStated: true, isOpen: false, row: null };
}

/** In pieces, so that no lock is held for long. */
const ENTRIES_AT_ONCE = 500;

async function bookStatement(deps: BankDeps, file: BankFile, judged: JudgedStatement): Promise<void> {
  const { mode, nowMs } = deps;
  const { id, statement, saidIn, repeats } = judged;
  if (repeats !== null) {
    const { news } = repeats;
    await bankTransaction(deps, async (tx) => {
      const informed = await informedEntries(tx, mode, firstDay(judged.entries));
      const sure = withoutHeld(news, informed);
      await learn(tx, { news: sure, fileId: file.id, byStatement: true, nowMs: nowMs() });
    });
    if (news.fresh.length === 0) return;
  }
  const entries = repeats?.news.fresh ?? judged.entries;
  const plan: BookingPlan = await planEntries(deps.db, mode, entries);
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const some = entries.slice(from, from + ENTRIES_AT_ONCE);
    const batch = { mode, fileId: file.id, isStated: true, saidIn, entries: some, plan, nowMs: nowMs() };
    await bankTransaction(deps, (tx) => bookEntries(tx, batch));
  }
  await bankTransaction(deps, async (tx) => {
    const covers = repeats?.covers ?? [];
    await bookLateEntries(tx, mode, nowMs());
    await closeStatement(tx, { mode, id, fileId: file.id, saidIn, statement, entries: judged.entries.length, covers });
    await compareWithBank(tx, mode);
  });
}

function firstDay(entries: readonly KeyedEntry[]): string {
  return entries.map(({ day }) => day).toSorted()[0] ?? '9999-12-31';
}

/** A statement whose entries do not lead from one balance to the other lacks a line, or has one too many. */
async function requireBalance(deps: BankDeps, file: BankFile, { statement, entries }: WholeStatement): Promise<void> {
  if (statement === null) return;
  const { statementId, openingMinor, closingMinor } = statement;
  const sumMinor = entries.reduce((sum, entry) => sum + signedMinor(entry), 0n);
  const differenceMinor = closingMinor - (openingMinor + sumMinor);
  if (differenceMinor === 0n) return;
  const [from, to] = [formatAmount(openingMinor, 2), formatAmount(closingMinor, 2)];
  const words = `The entries of statement ${statementId} do not lead from ${from} EUR to ${to} EUR.`;
  await differs(deps, file, { differenceMinor, words });
}

async function differs(
  deps: BankDeps,
  { id: fileId }: BankFile,
  { differenceMinor, words }: { readonly differenceMinor: bigint; readonly words: string },
): Promise<never> {
  const difference = { mode: deps.mode, fileId, differenceMinor, explanation: words, stops: true };
  await bankTransaction(deps, (tx) => openDifference(tx, difference));
  throw new BankFileError(words);
}
