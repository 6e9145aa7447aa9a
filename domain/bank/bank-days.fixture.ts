import { judgeStatement } from './judge-statement.ts';
import type { Movement } from './movements.ts';
import { type KeptMovement, type NewsPlan, planNews, planStatement, withoutHeld } from './plan-entries.ts';
import { type ChainedStatement, chainOf, missingMinor } from './statement-chain.ts';

/** A file of the bank. */
export type DayFile =
  | { readonly kind: 'notification'; readonly movements: readonly Movement[] }
  | { readonly kind: 'statement'; readonly statement: ChainedStatement; readonly movements: readonly Movement[] };

interface Row extends KeptMovement {
  readonly statement: number | null;
  /** As the statement said it: sums are compared as sums, whatever notifications added. */
  readonly said: Movement & { readonly id: string };
  /** A notification gave it its words. */
  readonly isInformed: boolean;
  readonly isHeld: boolean;
}

interface BookedStatement extends ChainedStatement {
  readonly at: number;
  /** The statement that says all of this one again, and more. */
  coveredBy: number | null;
}

/** The books of the account, as the pure rules keep them; the database does the same with rows. */
export class DayBooks {
  #rows: Row[] = [];
  readonly #statements: BookedStatement[] = [];
  readonly #waiting: DayFile[] = [];
  #counter = 0;

  /** One round: what does not follow waits for the others, and is booked all the same. */
  round(files: readonly DayFile[]): void {
    for (const file of files) this.#take(file, false);
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0);
      const before = waiting.length;
      for (const file of waiting) this.#take(file, false);
      if (this.#waiting.length < before) continue;
      const days = this.#waiting.map((file) => (file.kind === 'statement' ? file.statement.closingDay : ''));
      const at = days.indexOf(days.toSorted()[0] ?? '');
      for (const file of this.#waiting.splice(at, 1)) this.#take(file, true);
    }
  }

  /** Cents by creditor reference; what nobody has is under the empty one. */
  credited(): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const { isStated, isHeld, creditorReference, amountMinor } of this.#rows) {
      const to = isHeld ? '' : (creditorReference ?? '');
      if (isStated) sums.set(to, (sums.get(to) ?? 0n) + amountMinor);
    }
    return sums;
  }

  /** Notified, and in no statement. */
  coming(): number {
    return this.#rows.filter(({ isStated }) => !isStated).length;
  }

  gapsMinor(): bigint {
    return missingMinor(chainOf(this.#statements.filter(({ coveredBy }) => coveredBy === null)));
  }

  #take(file: DayFile, acceptsGap: boolean): void {
    if (file.kind === 'notification') this.#note(planNews(file.movements, this.#rows), null);
    else this.#state(file, acceptsGap);
  }

  #state(file: DayFile & { readonly kind: 'statement' }, acceptsGap: boolean): void {
    const { statement, movements } = file;
    const booked = this.#statements.filter(({ coveredBy }) => coveredBy === null);
    const movementsOf = (those: readonly BookedStatement[]) => {
      const numbers = new Set(those.map(({ at }) => at));
      const among = new Set(
        this.#statements.flatMap(({ at, coveredBy }) => (numbers.has(coveredBy ?? at) ? [at] : [])),
      );
      const rows = this.#rows.filter((row) => row.statement !== null && among.has(row.statement));
      return [...Map.groupBy(rows, ({ said }) => said.id).values()].flatMap(([row, ...others]) =>
        row === undefined ? [] : [{ ...row, ...row.said, isOpen: row.isOpen && others.length === 0 }],
      );
    };
    const verdict = judgeStatement({ statement, movements, booked, movementsOf, acceptsGap });
    const at = this.#counter++;
    switch (verdict.act) {
      case 'wait':
        this.#waiting.push(file);
        return;
      case 'contradiction':
        throw new Error('A true statement contradicts what is booked.');
      case 'repeat': {
        const informed = this.#rows.filter((row) => row.isInformed);
        this.#note(withoutHeld(verdict.news, informed), at);
        const isMore = verdict.news.fresh.length > 0;
        const covered = new Set(verdict.of.map((each) => each.at));
        for (const each of this.#statements) {
          if (isMore && covered.has(each.coveredBy ?? each.at)) each.coveredBy = at;
        }
        this.#statements.push({ ...statement, at, coveredBy: isMore ? null : (verdict.of[0]?.at ?? null) });
        return;
      }
      case 'book':
        this.#book(movements, at);
        this.#statements.push({ ...statement, at, coveredBy: null });
        return;
      default:
        verdict satisfies never;
    }
  }

  #book(movements: readonly Movement[], statement: number): void {
    const coming = this.#rows.filter(({ isStated }) => !isStated);
    const informed = this.#rows.filter(({ isInformed }) => isInformed);
    const plan = planStatement(movements, { coming, informed });
    const gone = new Set([...plan.ended, ...plan.confirmed.flatMap(({ rows }) => rows)]);
    this.#rows = this.#rows.filter((row) => !gone.has(row));
    for (const { said: one, rows } of plan.confirmed) {
      const said = { ...one, id: `${this.#counter++}` };
      for (const row of rows) {
        const isInformed = said.creditorReference === null && row.creditorReference !== null;
        this.#keep(merged(said, row), { statement, isInformed, said });
      }
    }
    for (const each of plan.fresh) this.#keep(each, { statement });
    for (const each of plan.held) this.#keep(each, { statement, isHeld: true });
  }

  #note({ informed, split, fresh }: NewsPlan<Movement, Row>, statement: number | null): void {
    const gone = new Set([...informed, ...split].map(({ row }) => row.id));
    this.#rows = this.#rows.filter((row) => !gone.has(row.id) && !gone.has(row.said.id));
    const by = ({ statement: of, isStated, said }: Row) =>
      isStated && statement === null ? { statement: of, isInformed: true, said } : { statement: of };
    for (const { row, said } of informed) this.#keep({ ...said, day: row.day }, by(row));
    for (const { row, parts } of split) for (const part of parts) this.#keep({ ...part, day: row.day }, by(row));
    if (statement === null) for (const each of fresh) this.#keep(each, {});
    else this.#book(fresh, statement);
  }

  #keep(
    movement: Movement,
    { statement = null, isInformed = false, isHeld = false, said }: Partial<Omit<Row, keyof KeptMovement>>,
  ): void {
    const isStated = statement !== null;
    const isOpen = isStated && (movement.creditorReference === null || isHeld);
    const id = `${this.#counter++}`;
    const more = { statement, isInformed, isHeld, isStated, isOpen, said: said ?? { ...movement, id } };
    this.#rows.push({ ...movement, id, ...more });
  }
}

/** The statement's words count; if it has none, the notification's words do. */
export function merged(said: Movement, row: Movement): Movement {
  return {
    amountMinor: row.amountMinor,
    direction: said.direction,
    day: said.day,
    within: row.within ?? said.within,
    bankReference: row.bankReference ?? said.bankReference,
    endToEndId: said.endToEndId ?? row.endToEndId,
    creditorReference: said.creditorReference ?? row.creditorReference,
    remittance: said.remittance === '' ? row.remittance : said.remittance,
    partyName: said.partyName ?? row.partyName,
    partyIban: said.partyIban ?? row.partyIban,
  };
}
