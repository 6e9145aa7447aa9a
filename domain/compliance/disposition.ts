import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FieldErrors } from '../errors.ts';
import type { ScreeningHit } from './screening.ts';
import { missingVotes, type Vote } from './two-people.ts';

/** Clears a likeness to a sanctioned party. */
export interface DispositionText {
  /** The listed party. */
  readonly identity: string;
  /** Why the screened party is another one. */
  readonly difference: string;
  /** The source that shows it. */
  readonly evidence: string;
}

const FIELDS = ['identity', 'difference', 'evidence'] as const;
const MIN_LETTERS = 20;
const MIN_WORDS = 4;

/** Missing parts of each field: "Because" is no reason. Undefined when nothing is. */
export function dispositionProblems(text: DispositionText): FieldErrors | undefined {
  const fields: FieldErrors = {};
  for (const field of FIELDS) {
    const words = new Set(text[field].toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    const letters = [...words].join('').length;
    if (words.size >= MIN_WORDS && letters >= MIN_LETTERS) continue;
    fields[field] = [`Write at least ${MIN_WORDS} different words with ${MIN_LETTERS} letters together.`];
  }
  const parts = FIELDS.map((field) => text[field].trim().toLowerCase());
  if (new Set(parts).size < parts.length) fields.evidence ??= ['Each part needs an answer of its own.'];
  return Object.keys(fields).length === 0 ? undefined : fields;
}

type HitNames = Pick<ScreeningHit, 'subject' | 'name' | 'born' | 'list' | 'key'>;

/**
 * Names a likeness for good, across checks. Of another name or date of birth it is another likeness: what was written
 * about the first says nothing of it. The hash keeps both out of a table that is never emptied.
 */
export function hitKey({ subject, name, born, list, key }: HitNames): string {
  const of = bytesToHex(sha256(utf8ToBytes(JSON.stringify([name, born ?? null])))).slice(0, 16);
  return `${subject}:${list}:${key}:${of}`;
}

/** Whether a check finds what an earlier one found. Hits from before dates of birth were kept compare without. */
export function isKnownHit(earlier: readonly HitNames[], hit: HitNames): boolean {
  return earlier.some((each) => {
    const known = each.born === undefined ? { ...each, born: hit.born ?? null } : each;
    return hitKey(known) === hitKey(hit);
  });
}

/** The missing parts of the disposition of a likeness, in words; null if two people of two roles wrote one. */
export function missingDisposition(votes: readonly Vote[]): string | null {
  return missingVotes(votes, { verb: 'write why this is another person', mlroBecause: null });
}
