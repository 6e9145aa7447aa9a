import { signedMinor } from './judge-entry.ts';
import { identityOf, isBare, isNear, type Movement, mayBeSame, mayShareReferences, referencesOf } from './movements.ts';

/** The parts of a new message that equal known movements. */
export interface MovementMatches<New, Known> {
  readonly pairs: readonly { readonly said: New; readonly known: Known }[];
  /** A sum that is said, whose parts are known. */
  readonly sums: readonly { readonly said: New; readonly parts: readonly Known[] }[];
  /** Parts that are said, whose sum is known. */
  readonly splits: readonly { readonly parts: readonly New[]; readonly known: Known }[];
  /** Nobody knew of them. */
  readonly fresh: readonly New[];
}

/**
 * Matches movements as multisets, whatever their order: each is used once, the best evidence first. Details of an entry
 * and its sum are alternatives: one of them replaces the other, and both never count.
 */
export function matchMovements<New extends Movement, Known extends Movement>(
  said: readonly New[],
  known: readonly Known[],
  { guesses = false, acrossDays = false }: MatchHow = {},
): MovementMatches<New, Known> {
  const state: Matching<New, Known> = { said: new Set(said), known: new Set(known), pairs: [], sums: [], splits: [] };
  for (const evidence of acrossDays ? [...STRONG, ACROSS_DAYS] : STRONG) pairBy(state, evidence);
  joinBoth(state, sharedGroup);
  joinBoth(state, groupOfDay);
  for (const evidence of WEAK) pairBy(state, evidence);
  if (guesses) joinBoth(state, partsOfDay);
  const { pairs, sums, splits } = state;
  return { pairs, sums, splits, fresh: [...state.said] };
}

export interface MatchHow {
  /** Takes any parts of a day that add up to a sum, where it does not matter which. */
  readonly guesses?: boolean;
  /** The known movements are in no statement, so the bank may book them on another day. */
  readonly acrossDays?: boolean;
}

interface Matching<New, Known> {
  readonly said: Set<New>;
  readonly known: Set<Known>;
  readonly pairs: { said: New; known: Known }[];
  readonly sums: { said: New; parts: readonly Known[] }[];
  readonly splits: { known: Known; parts: readonly New[] }[];
}

/** The fields that two movements must share to be compared; empty: this evidence is missing. */
type Evidence = (movement: Movement, of: 'said' | 'known') => readonly string[];

const given = (...parts: readonly (string | null)[]) => (parts.includes(null) ? [] : [parts.join('\n')]);

const STRONG: readonly Evidence[] = [
  (movement) => [identityOf(movement)],
  ({ bankReference, endToEndId }) => given(bankReference, endToEndId),
  ({ endToEndId }) => given(endToEndId),
  ({ bankReference }) => given(bankReference),
  referencesOf,
  ({ creditorReference, partyIban, day }) => given(creditorReference, partyIban, day),
  ({ creditorReference, day }) => given(creditorReference, day),
  ({ partyIban, remittance, day }) => given(partyIban, remittance, day),
  ({ partyIban, day }) => given(partyIban, day),
  ({ remittance, day }) => given(remittance === '' ? null : remittance, day),
];

/** Without a reference of the bank, on another day: only for what no statement contains yet. */
const ACROSS_DAYS: Evidence = ({ creditorReference, partyIban }) => given(creditorReference, partyIban);

/** Where one of the two says only a sum, the day must be the same. A sum takes the words of the other, if any. */
const WEAK: readonly Evidence[] = [
  (movement, of) => (isBare(movement) === (of === 'said') ? [movement.day] : []),
  (movement, of) => (isBare(movement) === (of === 'known') ? [movement.day] : []),
  ({ day }) => [day],
];

function pairBy<New extends Movement, Known extends Movement>(
  { said, known, pairs }: Matching<New, Known>,
  evidence: Evidence,
): void {
  const byEvidence = new Map<string, Set<Known>>();
  const keysOf = (movement: Movement, of: 'said' | 'known') =>
    evidence(movement, of).map((each) => `${amountOf(movement)} ${each}`);
  // A statement may have tens of thousands of movements, of which few were notified.
  const amounts = new Set([...known].map(amountOf));
  for (const each of known) {
    for (const key of keysOf(each, 'known')) byEvidence.set(key, (byEvidence.get(key) ?? new Set()).add(each));
  }
  for (const each of said) {
    if (!amounts.has(amountOf(each))) continue;
    const found = keysOf(each, 'said')
      .flatMap((key) => [...leftOf(byEvidence.get(key) ?? new Set<Known>(), known)])
      .find((other) => mayBeSame(each, other));
    if (found === undefined) continue;
    said.delete(each);
    known.delete(found);
    pairs.push({ said: each, known: found });
  }
}

function amountOf({ direction, amountMinor }: Movement): string {
  return `${direction} ${amountMinor}`;
}

/** Of many alike, a few are looked at: they say the same. */
const LOOKED_AT = 50;

/** Those that are left; others are not looked at again. */
function* leftOf<Known>(among: Set<Known>, left: ReadonlySet<Known>): Generator<Known> {
  let looked = 0;
  for (const each of among) {
    if (!left.has(each)) {
      among.delete(each);
      continue;
    }
    yield each;
    looked += 1;
    if (looked === LOOKED_AT) return;
  }
}

/** The parts of a sum, of these that are left. */
type FindParts = <Part extends Movement>(whole: Movement, left: readonly Part[]) => readonly Part[] | undefined;

function joinBoth<New extends Movement, Known extends Movement>(state: Matching<New, Known>, find: FindParts): void {
  const { said, known, sums, splits } = state;
  for (const { whole, parts } of joinSums(said, known, find)) sums.push({ said: whole, parts });
  for (const { whole, parts } of joinSums(known, said, find)) splits.push({ known: whole, parts });
}

/** Gives the sums without words their parts, and takes both off. */
function joinSums<Whole extends Movement, Part extends Movement>(
  wholes: Set<Whole>,
  all: Set<Part>,
  find: FindParts,
): { readonly whole: Whole; readonly parts: readonly Part[] }[] {
  const joined: { whole: Whole; parts: readonly Part[] }[] = [];
  for (const whole of [...wholes].filter(isBare)) {
    const parts = find(
      whole,
      [...all].filter((part) => mayBePart(part, whole)),
    );
    if (parts === undefined) continue;
    wholes.delete(whole);
    for (const part of parts) all.delete(part);
    joined.push({ whole, parts });
  }
  return joined;
}

/** A charge within an entry has the other direction. */
function mayBePart(part: Movement, whole: Movement): boolean {
  const isSmaller = part.direction === whole.direction && part.amountMinor < whole.amountMinor;
  return (isSmaller || part.within !== undefined) && isNear(part, whole);
}

/** Parts of one entry, or of one reference, which the sum has too. */
function sharedGroup<Part extends Movement>(whole: Movement, left: readonly Part[]): readonly Part[] | undefined {
  const references = referencesOf(whole);
  const alike = left.filter((part) => referencesOf(part).some((each) => references.includes(each)));
  return [...entriesOf(alike), alike].find((group) => isSum(group, whole));
}

/** Parts of one entry of the day. */
function groupOfDay<Part extends Movement>(whole: Movement, left: readonly Part[]): readonly Part[] | undefined {
  return entriesOf(left.filter((part) => part.day === whole.day && mayShareReferences(part, whole))).find((group) =>
    isSum(group, whole),
  );
}

/** More parts are not tried. */
const MOST_PARTS = 14;

/** Parts of the day that add up to the sum. */
function partsOfDay<Part extends Movement>(whole: Movement, left: readonly Part[]): readonly Part[] | undefined {
  const parts = left.filter(
    (part) => part.direction === whole.direction && part.day === whole.day && mayShareReferences(part, whole),
  );
  if (isSum(parts, whole)) return parts;
  return parts.length > MOST_PARTS ? undefined : partsOf(whole.amountMinor, parts);
}

/** The first of these that add up to the sum. */
function partsOf<Part extends Movement>(sumMinor: bigint, parts: readonly Part[]): readonly Part[] | undefined {
  if (sumMinor === 0n) return [];
  for (const [at, part] of parts.entries()) {
    const others = partsOf(sumMinor - part.amountMinor, parts.slice(at + 1));
    if (others !== undefined) return [part, ...others];
  }
  return undefined;
}

function entriesOf<Part extends Movement>(parts: readonly Part[]): Part[][] {
  const groups = Map.groupBy(parts, ({ within }) => within?.entry);
  groups.delete(undefined);
  return [...groups.values()];
}

function isSum(parts: readonly Movement[], whole: Movement): boolean {
  return parts.length > 1 && parts.reduce((sum, part) => sum + signedMinor(part), 0n) === signedMinor(whole);
}
