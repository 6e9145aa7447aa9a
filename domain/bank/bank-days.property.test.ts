import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { DayBooks, type DayFile } from './bank-days.fixture.ts';
import type { Movement } from './movements.ts';

// Random days of an account, dealt into notifications, statements during the day and of the day, as banks do: split,
// merged, in any order, several times, with details or only with sums, with and without each reference.

const EXAMPLES = examples(2_000, 'BANK_DAYS_EXAMPLES');
const TIMEOUT_MS = 60_000 + EXAMPLES * 60;

interface Payment {
  /** Of the customer. */
  readonly customer: number;
  readonly minor: number;
  readonly payer: number;
  readonly hasEndToEndId: boolean;
}
/** How one message shows an entry. */
interface Shown {
  readonly hasDetails: boolean;
  /** Its parts are entries of their own. */
  readonly isSplit: boolean;
}
interface Entry {
  readonly payments: readonly Payment[];
  /** Each part has a reference of its own. */
  readonly hasPartReferences: boolean;
  readonly stated: Shown;
  readonly repeated: Shown;
  readonly notified: readonly Shown[];
}
interface Bank {
  readonly days: readonly Day[];
  readonly hasReferences: boolean;
}
interface Day {
  readonly entries: readonly Entry[];
  /** After how many entries a statement ends. */
  readonly cut: number;
  /** A statement of the whole day follows those during the day. */
  readonly isRepeated: boolean;
  readonly hasNumber: boolean;
}

const shown = fc.record({ hasDetails: fc.boolean(), isSplit: fc.boolean() });
const payment = fc.record({
  customer: fc.nat(2),
  minor: fc.constantFrom(1_000, 2_000, 3_000, 7_000),
  payer: fc.nat(1),
  hasEndToEndId: fc.boolean(),
});
const entry = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
  hasPartReferences: fc.boolean(),
  stated: shown,
  repeated: shown,
  notified: fc.array(shown, { maxLength: 3 }),
});
const day = fc.record({
  entries: fc.array(entry, { maxLength: 4 }),
  cut: fc.integer({ min: 1, max: 4 }),
  isRepeated: fc.boolean(),
  hasNumber: fc.boolean(),
});
const bank = fc.record({ days: fc.array(day, { minLength: 1, maxLength: 4 }), hasReferences: fc.boolean() });

const ibanOf = (payer: number) => `DE8937040044053201300${payer}`;
const dateOf = (day: number) => `2026-11-${day + 10}`;
const referenceOf = (customer: number) => `RF${customer}`;

interface Place {
  readonly id: string;
  readonly of: string;
  readonly date: string;
  readonly hasReference: boolean;
}

function movementsOf(
  { payments, hasPartReferences }: Entry,
  { hasDetails, isSplit }: Shown,
  { id, of, date, hasReference }: Place,
): Movement[] {
  const reference = hasReference ? `B${id}` : null;
  const said = { direction: 'credit', day: date, remittance: '', partyName: null } as const;
  const within = { entry: `${of}/${id}`, reference };
  if (!hasDetails) {
    const sum = payments.reduce((total, { minor }) => total + minor, 0);
    const none = { endToEndId: null, creditorReference: null, partyIban: null };
    return [{ ...said, ...none, amountMinor: BigInt(sum), bankReference: reference, within }];
  }
  return payments.map(({ customer, minor, payer, hasEndToEndId }, index) => ({
    ...said,
    amountMinor: BigInt(minor),
    partyIban: ibanOf(payer),
    creditorReference: referenceOf(customer),
    bankReference: hasReference && hasPartReferences ? `P${id}.${index}` : reference,
    endToEndId: hasEndToEndId ? `E${id}.${index}` : null,
    within: isSplit ? { ...within, entry: `${within.entry}.${index}` } : within,
  }));
}

/** Every file of these days. */
function filesOf({ days: all, hasReferences: hasReference }: Bank): DayFile[] {
  let closing = 100_000n;
  const files: DayFile[] = [];
  let number = 0;
  const state = (of: Day, movements: readonly Movement[], date: string, opening: bigint) => {
    const closingMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, opening);
    number += 1;
    const named = { statementId: '001', number: of.hasNumber ? `${number}` : null, period: null };
    const statement = { ...named, openingMinor: opening, closingMinor, closingDay: date };
    files.push({ kind: 'statement', statement, movements });
    return closingMinor;
  };
  for (const [index, each] of all.entries()) {
    const date = dateOf(index);
    const opened = closing;
    const show = (from: number, to: number, which: 'stated' | 'repeated') =>
      each.entries.slice(from, to).flatMap((one, at) => {
        const id = `${index}.${from + at}`;
        // Without a reference, only the same words show that it is the same money.
        return movementsOf(one, hasReference ? one[which] : one.stated, {
          id,
          of: `${which}${index}.${from}`,
          date,
          hasReference,
        });
      });
    for (let from = 0; from < each.entries.length; from += each.cut)
      closing = state(each, show(from, from + each.cut, 'stated'), date, closing);
    if (each.isRepeated && each.entries.length > 0) state(each, show(0, each.entries.length, 'repeated'), date, opened);
    for (const [at, one] of each.entries.entries()) {
      for (const [copy, how] of one.notified.entries()) {
        const movements = movementsOf(one, how, { id: `${index}.${at}`, of: `n${copy}`, date, hasReference });
        files.push({ kind: 'notification', movements });
      }
    }
  }
  return files;
}

function sumsOf(all: readonly Day[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { customer, minor } of all.flatMap(({ entries }) => entries.flatMap(({ payments }) => payments))) {
    const to = referenceOf(customer);
    sums.set(to, (sums.get(to) ?? 0n) + BigInt(minor));
  }
  return sums;
}

const totalOf = (sums: ReadonlyMap<string, bigint>) => [...sums.values()].reduce((sum, minor) => sum + minor, 0n);

/** The bank says whose each payment is: with a reference in any message, without one in the statement. */
function isSaid({ stated, repeated, notified }: Entry, { isRepeated }: Day, hasReferences: boolean): boolean {
  if (!hasReferences) return stated.hasDetails;
  return [stated, ...(isRepeated ? [repeated] : []), ...notified].some(({ hasDetails }) => hasDetails);
}

/** In each round, in any order: statements of its days, the last ones perhaps again, and notifications of any day. */
const ordered = bank.chain((of) => {
  const files = filesOf(of);
  const each = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: files.length, maxLength: files.length });
  const how = { order: each(fc.nat(1_000)), notifiedIn: each(fc.nat(3)), again: each(fc.boolean()) };
  return fc.record({ of: fc.constant(of), files: fc.constant(files), ...how, hasRounds: fc.boolean() });
});

test(
  'however a bank deals its days into files, each customer gets his sum once, and nobody more',
  () => {
    fc.assert(
      fc.property(ordered, ({ of: { days: all, hasReferences }, files, order, notifiedIn, again, hasRounds }) => {
        const sent = files.flatMap((file, index) => {
          const day =
            file.kind === 'statement'
              ? all.findIndex((_day, at) => dateOf(at) === file.statement.closingDay)
              : (notifiedIn[index] ?? 0);
          const round = hasRounds ? day : 0;
          const at = { file, round, at: order[index] ?? 0 };
          return again[index] ? [at, { ...at, round: round + (index % 2), at: 1_000 - at.at }] : [at];
        });
        const books = new DayBooks();
        for (const round of [0, 1, 2, 3, 4]) {
          const arrived = sent.filter((each) => each.round === round).toSorted((one, other) => one.at - other.at);
          books.round(arrived.map(({ file }) => file));
        }
        const [credited, owed] = [books.credited(), sumsOf(all)];
        expect(totalOf(credited)).toBe(totalOf(owed));
        expect(books.gapsMinor()).toBe(0n);
        const isAllSaid = all.every((one) => one.entries.every((each) => isSaid(each, one, hasReferences)));
        for (const [to, sum] of owed) {
          const got = credited.get(to) ?? 0n;
          expect(got).toBeLessThanOrEqual(sum);
          if (isAllSaid) expect(got, to).toBe(sum);
        }
      }),
      { numRuns: EXAMPLES },
    );
  },
  TIMEOUT_MS,
);
