import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import type { StatementEntry, WithinEntry } from './messages.ts';

/** A bank's description of one movement. Whatever it leaves out is null, or empty. */
export interface Movement
  extends Pick<
    StatementEntry,
    | ('amountMinor' | 'direction' | 'day' | 'bankReference' | 'endToEndId' | 'creditorReference' | 'remittance')
    | ('partyName' | 'partyIban')
  > {
  readonly within?: Pick<WithinEntry, 'entry' | 'reference'> | undefined;
}

/**
 * The identity of a movement is all that is said of it, never its place in a file: two that say the same are equal, and
 * are distinguished by how many there are.
 */
export function identityOf(movement: Movement): string {
  const { direction, amountMinor, day, partyIban, partyName, endToEndId, creditorReference, bankReference } = movement;
  const said = [direction, amountMinor.toString(), day, partyIban, partyName, endToEndId, creditorReference];
  const all = JSON.stringify([...said, bankReference, movement.remittance]);
  return base64urlnopad.encode(sha256(new TextEncoder().encode(all)));
}

/** Only the sum is said: nobody who sent it, and no words. */
export function isBare({ endToEndId, creditorReference, remittance, partyName, partyIban }: Movement): boolean {
  const words = [endToEndId, creditorReference, partyName, partyIban];
  return words.every((each) => each === null) && remittance === '';
}

/** Of the movement, or of the entry that it is a part of. */
export function referencesOf({ bankReference, within }: Movement): readonly string[] {
  return [bankReference, within?.reference ?? null].flatMap((each) => each ?? []);
}

/** Banks book a day or two after they notify, and notify before weekends. */
const DAYS_APART = 5;
const DAY_MS = 86_400_000;

export function isNear(one: Movement, other: Movement): boolean {
  return Math.abs(Date.parse(one.day) - Date.parse(other.day)) <= DAYS_APART * DAY_MS;
}

/**
 * Whether two messages of a bank may speak of the same movement: what both say must agree. A bank may number a movement
 * differently in each of its messages, so different bank references alone contradict only where nothing else is equal.
 */
export function mayBeSame(one: Movement, other: Movement): boolean {
  if (one.direction !== other.direction || one.amountMinor !== other.amountMinor || !isNear(one, other)) return false;
  const agrees = (a: string | null, b: string | null) => a === null || b === null || a === b;
  if (!agrees(one.endToEndId, other.endToEndId) || !agrees(one.partyIban, other.partyIban)) return false;
  if (!agrees(one.creditorReference, other.creditorReference)) return false;
  if (!sharesStart(one.partyName ?? '', other.partyName ?? '')) return false;
  const hasSameReference = one.creditorReference !== null && one.creditorReference === other.creditorReference;
  if (!hasSameReference && !sharesStart(one.remittance, other.remittance)) return false;
  return mayShareReferences(one, other) || (one.endToEndId !== null && one.endToEndId === other.endToEndId);
}

/** True unless both have bank references and none in common. */
export function mayShareReferences(one: Movement, other: Movement): boolean {
  const [mine, theirs] = [referencesOf(one), referencesOf(other)];
  return mine.length === 0 || theirs.length === 0 || mine.some((each) => theirs.includes(each));
}

/** Banks cut what payers wrote, and break its lines elsewhere; what is empty agrees with everything. */
function sharesStart(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
