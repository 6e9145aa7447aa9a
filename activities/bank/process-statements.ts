import { bookEntries } from '../../db/bank/book-entries.ts';
import { decidedFor, digestOf, noteContradiction } from '../../db/bank/contradictions.ts';
import { reverseDenied } from '../../db/bank/denied.ts';
import { openDifference } from '../../db/bank/differences.ts';
import { type BookingPlan, entriesToPlan, planEntries } from '../../db/bank/entry-plan.ts';
import type { BankFile } from '../../db/bank/files.ts';
import { entriesOfStatement, informedEntries, type KeptEntry } from '../../db/bank/kept-entries.ts';
import { bookLateEntries } from '../../db/bank/late-entries.ts';
import { learn } from '../../db/bank/learned-entries.ts';
import type { BankStatementRow } from '../../db/bank/rows.ts';
import { balancedOf, bookedStatements, closeStatement, compareWithBank } from '../../db/bank/statements.ts';
import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { judgeStatement, likeOf } from '../../domain/bank/judge-statement.ts';
import type { StatementHead } from '../../domain/bank/messages.ts';
import type { StatementPage } from '../../domain/bank/pages.ts';
import { type NewsPlan, withoutHeld } from '../../domain/bank/plan-entries.ts';
import { builtOn, type ChainedStatement } from '../../domain/bank/statement-chain.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { type BankDeps, bankTransaction } from './deps.ts';
import { BankFileError } from './files/bank-file-error.ts';
import { inPieces, type KeyedEntries, keyedEntries } from './keyed-entries.ts';

/** A statement or a notification of a file, read to its end. */
interface WholeStatement {
  readonly head: StatementHead;
  /** Null: a notification. */
  readonly statement: ChainedStatement | null;
  readonly saidIn: string;
  readonly entries: KeyedEntries;
}

/** The next action for it. */
interface JudgedStatement extends WholeStatement {
  readonly statement: ChainedStatement;
  readonly id: string;
  /** Null: all of it is new. */
  readonly repeats: Repeats | null;
}

interface Repeats {
  readonly covers: readonly string[];
  readonly news: NewsPlan<KeyedEntry, KeptEntry>;
  /** It contradicts what is booked: booked only if two people have decided so. Null: it does not. */
  readonly contradicts: {
    readonly byMinor: bigint;
    /** It contradicts one on which so many are built that everything stops. */
    readonly isOld: boolean;
  } | null;
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
    const batch = { mode, fileId: file.id, isStated: false, entries: entries.all(), nowMs: nowMs() };
    await bankTransaction(deps, (tx) => bookEntries(tx, batch));
  }
  return null;
}

function wholeOf(page: StatementPage, saidIn: string): WholeStatement {
  return { head: page.head, statement: balancedOf(page.head), saidIn, entries: keyedEntries(page, saidIn) };
}

/** Statements in the order in which they follow what is booked and each other, whatever their order in the file. */
async function judgeAll(
  deps: BankDeps,
  file: BankFile,
  { all, acceptsGap }: { readonly all: readonly WholeStatement[]; readonly acceptsGap: boolean },
): Promise<JudgedStatement[] | Waiting> {
  const left = all
    .flatMap((each) => (each.statement === null ? [] : [{ ...each, statement: each.statement }]))
    .toSorted((one, other) => one.statement.closingDay.localeCompare(other.statement.closingDay));
  const days = left.map(({ statement }) => statement.closingDay);
  const chain = new JudgedChain(deps, await bookedStatements(deps.db, deps.mode, days));
  const done: JudgedStatement[] = [];
  for (let [earliest] = left; earliest !== undefined; [earliest] = left) {
    const step = (await chain.judgeNext(left, false)) ?? (acceptsGap ? await chain.judgeNext(left, true) : null);
    if (step === null) {
      const { openingMinor, statementId, closingDay: day } = earliest.statement;
      const opens = formatAmount(openingMinor, 2);
      return { words: `No statement closes with ${opens} EUR, with which ${statementId} opens.`, day };
    }
    left.splice(
      left.findIndex(({ saidIn }) => saidIn === step.saidIn),
      1,
    );
    done.push(step);
  }
  await requireDecision(deps, file, done);
  return done;
}

type Balanced = WholeStatement & { readonly statement: ChainedStatement };
type Booked = ChainedStatement & Pick<BankStatementRow, 'id'>;

/** The booked entries, and those that are going to be. */
class JudgedChain {
  readonly #deps: BankDeps;
  #booked: Booked[];
  readonly #movements = new Map<string, readonly KeptEntry[]>();
  /** Of this file. */
  readonly #planned = new Map<string, KeyedEntries>();

  constructor(deps: BankDeps, booked: readonly Booked[]) {
    this.#deps = deps;
    this.#booked = [...booked];
  }

  /** @param left by their days */
  async judgeNext(left: readonly Balanced[], acceptsGap: boolean): Promise<JudgedStatement | null> {
    for (const each of left) {
      const { statement, entries } = each;
      const like = likeOf(statement, this.#booked);
      const likely = new Set([...like.same, ...like.since, ...like.ofDay]);
      for (const one of likely) await this.#load(one);
      // Compared with those of the statements that it is like: without any, none is looked at.
      const movements = likely.size === 0 ? [] : entries.all();
      const movementsOf = (those: readonly Booked[]) => this.#movementsOf(those);
      const verdict = judgeStatement({ statement, movements, booked: this.#booked, movementsOf, acceptsGap });
      if (verdict.act === 'wait') continue;
      const judged = { ...each, id: newId() };
      if (verdict.act === 'book') return this.#add({ ...judged, repeats: null });
      const repeats = { covers: verdict.of.map(({ id }) => id), news: verdict.news, contradicts: null };
      if (verdict.act === 'repeat') return this.#add({ ...judged, repeats });
      return this.#add({ ...judged, repeats: await this.#contradicting(statement, repeats, verdict) });
    }
    return null;
  }

  /** It denies what it contradicts, and what is built on that. */
  async #contradicting(
    statement: ChainedStatement,
    { covers, news }: Repeats,
    { of, differenceMinor: byMinor }: { readonly of: readonly Booked[]; readonly differenceMinor: bigint },
  ): Promise<Repeats> {
    const built = builtOn(statement, of, this.#booked);
    if (built.length > MOST_BUILT) return { covers, news, contradicts: { byMinor, isOld: true } };
    for (const each of built) await this.#load(each);
    return {
      covers: [...covers, ...built.map(({ id }) => id)],
      news: { ...news, unsaid: [...news.unsaid, ...this.#movementsOf(built)] },
      contradicts: { byMinor, isOld: false },
    };
  }

  #add(step: JudgedStatement): JudgedStatement {
    const { id, repeats, statement, entries } = step;
    if (addsNothing(step)) return step;
    const covers = new Set(repeats?.covers);
    this.#booked = this.#booked.filter((each) => !covers.has(each.id));
    this.#booked.push({ ...statement, id });
    this.#planned.set(id, entries);
    return step;
  }

  /** Of statements that are loaded. */
  #movementsOf(those: readonly Booked[]): KeptEntry[] {
    return those.flatMap(({ id }) => this.#movements.get(id) ?? []);
  }

  async #load({ id }: Booked): Promise<void> {
    if (this.#movements.has(id)) return;
    const planned = this.#planned.get(id)?.all().map(plannedOf);
    this.#movements.set(id, planned ?? (await entriesOfStatement(this.#deps.db, id)));
  }
}

/** A month of daily statements. */
const MOST_BUILT = 31;

/** It only says again what is booked. */
function addsNothing({ repeats }: JudgedStatement): boolean {
  return repeats !== null && repeats.news.fresh.length === 0 && repeats.contradicts === null;
}

/** An entry that this file is going to book: nothing can be added to it. */
function plannedOf(entry: KeyedEntry): KeptEntry {
  return { ...entry, id: entry.key, isStated: true, isOpen: false, row: null };
}

/** In pieces, so that no lock is held for long. */
const ENTRIES_AT_ONCE = 500;

async function bookStatement(deps: BankDeps, file: BankFile, judged: JudgedStatement): Promise<void> {
  const { mode, nowMs, feesADayMinor } = deps;
  const { id, statement, saidIn, repeats } = judged;
  if (repeats !== null) {
    const { news } = repeats;
    await bankTransaction(deps, async (tx) => {
      const informed = await informedEntries(tx, mode, judged.entries.firstDay);
      const sure = withoutHeld(news, informed);
      await learn(tx, { news: sure, fileId: file.id, byStatement: true, nowMs: nowMs() });
    });
  }
  if (addsNothing(judged)) return;
  const { plan, pieces } = await toBook(deps, judged);
  for (const entries of pieces) {
    const of = { mode, fileId: file.id, isStated: true, saidIn, feesADayMinor };
    const batch = { ...of, entries, plan, nowMs: nowMs() };
    await bankTransaction(deps, (tx) => bookEntries(tx, batch));
  }
  await bankTransaction(deps, async (tx) => {
    const covers = repeats?.covers ?? [];
    const denied = repeats?.contradicts ? repeats.news.unsaid.map((entry) => entry.id) : [];
    const { statementId } = statement;
    await reverseDenied(tx, { entries: denied, fileId: file.id, statementId, nowMs: nowMs() });
    await bookLateEntries(tx, mode, nowMs());
    await closeStatement(tx, { mode, id, fileId: file.id, saidIn, statement, entries: judged.entries.count, covers });
    await compareWithBank(tx, mode);
  });
}

interface ToBook {
  readonly plan: BookingPlan;
  readonly pieces: Iterable<readonly KeyedEntry[]>;
}

async function toBook({ db, mode }: BankDeps, { entries, repeats }: JudgedStatement): Promise<ToBook> {
  if (repeats === null) return { plan: await planEntries(db, mode, entries), pieces: entries.pieces(ENTRIES_AT_ONCE) };
  const { fresh } = repeats.news;
  const plan = repeats.contradicts ? allHeld(fresh) : await planEntries(db, mode, entriesToPlan(fresh));
  return { plan, pieces: inPieces(fresh, ENTRIES_AT_ONCE) };
}

/** An entry that only a statement has that contradicted another one goes to nobody by its words: staff decide. */
function allHeld(entries: readonly KeyedEntry[]): BookingPlan {
  return { confirmed: new Map(), held: new Set(entries.map(({ key }) => key)), ended: [] };
}

/** A statement whose entries do not lead from one balance to the other lacks a line, or has one too many. */
async function requireBalance(deps: BankDeps, file: BankFile, { statement, entries }: WholeStatement): Promise<void> {
  if (statement === null) return;
  const { statementId, openingMinor, closingMinor } = statement;
  const differenceMinor = closingMinor - (openingMinor + entries.sumMinor);
  if (differenceMinor === 0n) return;
  const [from, to] = [formatAmount(openingMinor, 2), formatAmount(closingMinor, 2)];
  const words = `The entries of statement ${statementId} do not lead from ${from} EUR to ${to} EUR.`;
  await differs(deps, file, { differenceMinor, words });
}

/**
 * Statements of a file that contradict what is booked are booked only if two people have decided so, about exactly what
 * they differ in. Else the file is refused, and only the euro that it is about wait.
 */
async function requireDecision(deps: BankDeps, file: BankFile, all: readonly JudgedStatement[]): Promise<void> {
  const { db, mode, nowMs } = deps;
  const contradicting = all.flatMap(({ statement, repeats }) =>
    repeats?.contradicts ? [{ statement, news: repeats.news, ...repeats.contradicts }] : [],
  );
  const [first] = contradicting;
  if (first === undefined) return;
  const fresh = contradicting.flatMap(({ news }) => news.fresh);
  const unsaid = contradicting.flatMap(({ news }) => news.unsaid);
  const { statementId, closingDay } = first.statement;
  const words = `Statement ${statementId} of ${closingDay} contradicts`;
  if (unsaid.some(({ row }) => row === null)) throw new BankFileError(`${words} another one of the same file.`);
  const differenceMinor = first.byMinor;
  if (contradicting.some(({ isOld }) => isOld))
    return differs(deps, file, { differenceMinor, words: `${words} an old one.` });
  const decided = await decidedFor(db, file.id);
  if (decided?.digest === digestOf({ fresh, unsaid })) return;
  const of = { mode, fileId: file.id, statementId, closingDay, differenceMinor };
  await bankTransaction(deps, (tx) => noteContradiction(tx, { ...of, fresh, unsaid, nowMs: nowMs() }));
  throw new BankFileError(`${words} what is booked.`);
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
