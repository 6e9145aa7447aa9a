/**
 * A structured creditor reference (ISO 11649): `RF`, two check digits by ISO 7064 (mod 97-10), and up to 21 letters and
 * digits. Payers may type it with spaces and in lower case. Null for everything else, also with wrong check digits.
 */
export function parseCreditorReference(text: string): string | null {
  const compact = text.replaceAll(/[\s\p{Cf}]/gu, '').toUpperCase();
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(compact)) return null;
  return remainder97(compact.slice(4) + compact.slice(0, 4)) === 1 ? compact : null;
}

/**
 * The creditor reference with these 1 to 21 capital letters and digits. Our own lines: ibantools knows no creditor
 * references, and finding them in what a payer typed needs the same remainder.
 */
export function creditorReferenceOf(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) throw new Error('A creditor reference has up to 21 capital letters and digits.');
  const check = 98 - remainder97(`${body}RF00`);
  return `RF${check.toString().padStart(2, '0')}${body}`;
}

/** In groups of four, as people read and type it. */
export function spacedReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/**
 * The creditor reference in what a payer wrote, as banks pass it on: in groups with spaces, dashes or dots between
 * them, cut over lines, or glued to the tags of the bank. Of several readings with right check digits, one that may be
 * of a deposit counts first, then the plainest.
 */
export function findCreditorReference(text: string | readonly string[]): string | null {
  const lines = typeof text === 'string' ? [text] : text;
  // Most texts have none, which this sees with less work.
  if (!MAY_BEGIN.test(lines.join(''))) return null;
  const readings = [lines.join(' '), lines.join('')];
  const all = readings.map((each) => candidatesIn(each.toUpperCase().replaceAll(/\p{Cf}/gu, '')));
  for (const endsOf of [endsOfOurs, endsOfWord, endsOfGroups, endsBeforeTags]) {
    for (const candidate of all.flat()) {
      for (const end of endsOf(candidate)) {
        const reference = parseCreditorReference(candidate.letters.slice(0, end));
        if (reference !== null) return reference;
      }
    }
  }
  return null;
}

/** `RF` and two digits with what follows, without what is between the letters and digits. */
interface Candidate {
  readonly letters: string;
  /** After which letters something else follows, or nothing. */
  readonly breaks: ReadonlySet<number>;
  /** Nothing is written right before it. */
  readonly isFree: boolean;
}

/** The first two letters and the check digits. */
const HEAD = 4;
const START = /R[^A-Z0-9]{0,2}F[^A-Z0-9]{0,2}\d[^A-Z0-9]{0,2}\d/g;
const MAY_BEGIN = /R[^A-Z0-9]*F[^A-Z0-9]*\d/i;
const MOST_BETWEEN = 3;
/** The longest has 25 letters and digits. */
const MOST_WRITTEN = 25 * (1 + MOST_BETWEEN);

function candidatesIn(text: string): Candidate[] {
  return [...text.matchAll(START)].map(({ index }) => {
    let letters = '';
    const breaks = new Set<number>();
    let between = 0;
    for (const character of text.slice(index, index + MOST_WRITTEN)) {
      if (isLetter(character)) letters += character;
      else breaks.add(letters.length);
      between = isLetter(character) ? 0 : between + 1;
      if (between > MOST_BETWEEN) break;
    }
    breaks.add(letters.length);
    return { letters, breaks, isFree: !isLetter(text.charAt(index - 1)) };
  });
}

function isLetter(character: string): boolean {
  return /[A-Z0-9]/.test(character);
}

/** One word of its own. */
function endsOfWord({ breaks, isFree }: Candidate): number[] {
  return isFree ? [Math.min(...breaks)] : [];
}

/** Those of our deposits have sixteen letters and digits, so they end wherever something is glued to them. */
function endsOfOurs({ letters }: Candidate): number[] {
  return /^RF\d\d[0-9A-HJKMNP-TV-Z]{16}/.test(letters) ? [HEAD + 16] : [];
}

/** Groups: the longest that is right counts, because a part of it may be right as well. */
function endsOfGroups({ breaks }: Candidate): number[] {
  return [...breaks].toSorted((a, b) => b - a);
}

/** Words that banks or payers glued to it begin with a letter after a digit. */
function endsBeforeTags({ letters }: Candidate): number[] {
  return [...letters.matchAll(/\d(?=[A-Z])/g)].map(({ index }) => index + 1).toReversed();
}

/** Letters count as 10 to 35. */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
