import { type MatchHow, matchMovements } from './match-movements.ts';
import { isBare, type Movement, mayBeSame } from './movements.ts';

/** A movement that is kept. */
export interface KeptMovement extends Movement {
  readonly id: string;
  /** A statement contains it; else it is only notified. */
  readonly isStated: boolean;
  /** Its money is in suspense, and nothing is proposed about it: more can be learned of it. */
  readonly isOpen: boolean;
}

/** The bookings of a statement: every movement of it is booked once, whatever was notified. */
export interface StatementPlan<New, Kept> {
  /** Notified before: now it is stated. `rows` are more than one where the statement says only their sum. */
  readonly confirmed: readonly { readonly said: New; readonly rows: readonly Kept[] }[];
  readonly fresh: readonly New[];
  /** Like money whose owner only a notification had named: staff decide. */
  readonly held: readonly New[];
  /** Sums that were notified, and whose parts are stated now. */
  readonly ended: readonly Kept[];
}

/**
 * Plans what becomes of the movements of a statement.
 * @param coming what is notified and in no statement yet
 * @param informed what is stated as a sum, and was given its words by a notification
 */
export function planStatement<New extends Movement, Kept extends Movement>(
  said: readonly New[],
  { coming, informed }: { readonly coming: readonly Kept[]; readonly informed: readonly Movement[] },
): StatementPlan<New, Kept> {
  const sure = matchMovements(said, coming);
  const isHeld = heldBy(informed);
  const held = [...sure.fresh, ...sure.splits.flatMap(({ parts }) => parts)].filter(isHeld);
  const holds = new Set(held);
  const used = new Set([...sure.pairs, ...sure.splits].map(({ known }) => known));
  for (const { parts } of sure.sums) for (const part of parts) used.add(part);
  const left = coming.filter((each) => !used.has(each));
  const late = matchMovements(
    sure.fresh.filter((each) => !holds.has(each)),
    left,
    { acrossDays: true },
  );
  const [pairs, sums, splits] = [
    [...sure.pairs, ...late.pairs],
    [...sure.sums, ...late.sums],
    [...sure.splits, ...late.splits],
  ];
  const unknown = [...late.fresh, ...splits.flatMap(({ parts }) => parts)];
  return {
    confirmed: [
      ...pairs.map(({ said: one, known }) => ({ said: one, rows: [known] })),
      ...sums.map(({ said: one, parts }) => ({ said: one, rows: parts })),
    ],
    fresh: unknown.filter((each) => !holds.has(each)),
    held,
    ended: splits.map(({ known }) => known),
  };
}

/** Whether a movement is like money that has its words from a notification only. Each such movement is used once. */
function heldBy(informed: readonly Movement[]): (movement: Movement) => boolean {
  const taken = new Set<Movement>();
  return (movement) => {
    if (isBare(movement) || movement.direction === 'debit') return false;
    const like = informed.find((each) => !taken.has(each) && each.day === movement.day && mayBeSame(movement, each));
    if (like !== undefined) taken.add(like);
    return like !== undefined;
  };
}

/** The additions of a statement, without words that other money has from a notification: staff decide about them. */
export function withoutHeld<News extends Pick<NewsPlan<Movement, Movement>, 'informed' | 'split'>>(
  news: News,
  informed: readonly Movement[],
): News {
  const isHeld = heldBy(informed);
  return {
    ...news,
    informed: news.informed.filter(({ said }) => !isHeld(said)),
    split: news.split.filter(({ parts }) => !parts.map(isHeld).includes(true)),
  };
}

/** New details of movements that are kept already, and new movements. */
export interface NewsPlan<New, Kept> {
  /** A sum in suspense whose owner is named now. */
  readonly informed: readonly { readonly row: Kept; readonly said: New }[];
  /** A sum whose parts are named now. */
  readonly split: readonly { readonly row: Kept; readonly parts: readonly New[] }[];
  readonly fresh: readonly New[];
  /** Kept movements that this message does not contain. */
  readonly unsaid: readonly Kept[];
}

/** Plans what a notification, or a statement that says again what is booked, adds to what is kept. */
export function planNews<New extends Movement, Kept extends KeptMovement>(
  said: readonly New[],
  kept: readonly Kept[],
  how: MatchHow = {},
): NewsPlan<New, Kept> {
  const { pairs, sums, splits, fresh } = matchMovements(said, kept, how);
  const known = new Set<Kept>([...pairs, ...splits].map((each) => each.known));
  for (const { parts } of sums) for (const part of parts) known.add(part);
  const learns = ({ isStated, isOpen }: Kept) => isOpen || !isStated;
  return {
    informed: pairs.flatMap(({ said: one, known: row }) =>
      learns(row) && isBare(row) && !isBare(one) ? [{ row, said: one }] : [],
    ),
    split: splits.flatMap(({ parts, known: row }) => (learns(row) ? [{ row, parts }] : [])),
    fresh,
    unsaid: kept.filter((each) => !known.has(each)),
  };
}
