/** A party of a sanctions list, as far as screening needs it. */
export interface ListedParty {
  readonly list: string;
  readonly key: string;
  readonly names: readonly string[];
  /** All that the list names; none is unknown. */
  readonly birthYears: readonly number[];
}

/** A name that is screened: of a business, or of a person with the year of birth. */
export interface ScreenedName {
  readonly subject: string;
  readonly name: string;
  readonly birthYear: number | null;
  /** The whole date, which a hit keeps. */
  readonly born?: string | null;
}

/** A likeness for people to judge; never a verdict. */
export interface ScreeningHit {
  readonly subject: string;
  readonly name: string;
  /** The date of birth; null for a business, absent in hits from before it was kept. */
  readonly born?: string | null;
  readonly list: string;
  readonly key: string;
  readonly listedName: string;
  /** 0 to 100: how alike the names are. */
  readonly score: number;
}

/** From here on a likeness is shown to staff. */
const ENOUGH = 80;

/**
 * The parts of a name as they are compared: without accents, titles, legal forms and signs, in Latin letters and in
 * alphabetical order, so that "Müller, Dr. Jürgen" and "jurgen mueller" are near each other.
 */
export function nameTokens(name: string): string[] {
  const latin = [...name.normalize('NFKC').toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('');
  const plain = latin.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const parts = plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '' && !NOISE.has(part));
  return [...new Set(parts)].sort();
}

/**
 * The parties a name is like, the likest first. A known year of birth clears a person if it differs by more than one
 * from each that the list names.
 */
export function screenName(name: ScreenedName, parties: readonly ListedParty[]): ScreeningHit[] {
  const tokens = nameTokens(name.name);
  if (tokens.length === 0) return [];
  const hits = parties.flatMap((party): ScreeningHit[] => {
    if (isOtherYear(name.birthYear, party.birthYears)) return [];
    const best = party.names
      .map((listedName) => ({ listedName, score: likeness(tokens, nameTokens(listedName)) }))
      .reduce((a, b) => (b.score > a.score ? b : a), { listedName: '', score: 0 });
    if (best.score < ENOUGH) return [];
    return [
      { subject: name.subject, name: name.name, born: name.born ?? null, list: party.list, key: party.key, ...best },
    ];
  });
  return hits.sort((a, b) => b.score - a.score);
}

function isOtherYear(year: number | null, listed: readonly number[]): boolean {
  return year !== null && listed.length > 0 && listed.every((each) => Math.abs(each - year) > 1);
}

/**
 * 0 to 100. Every part finds its likest counterpart; a listed name of two parts or more that is wholly contained counts
 * almost in full, because people have further names.
 */
function likeness(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const found = few.reduce((sum, part) => sum + Math.max(...many.map((other) => partLikeness(part, other))), 0);
  const covered = found / few.length;
  const lonely = few.length === 1 && many.length > 1 ? 0.6 : 1;
  const rest = few.length === many.length ? 1 : 0.92;
  return Math.round(covered * rest * lonely * 100);
}

function partLikeness(left: string, right: string): number {
  if (left === right) return 1;
  const longest = Math.max(left.length, right.length);
  // Short parts that differ are different names.
  if (Math.min(left.length, right.length) < 4) return 0;
  return Math.max(0, 1 - distance(left, right) / longest);
}

/** Levenshtein: how many letters must be put in, taken out or changed. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= right.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === right[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

// Legal forms and titles say nothing of who it is.
const NOISE: ReadonlySet<string> = new Set(
  'mr mrs ms dr prof sir the and und et co company ltd limited llc inc corp gmbh ag ug sa sarl srl spa bv nv oy ab as plc ooo oao zao pao sro doo'.split(
    ' ',
  ),
);

// Letters that decompose into nothing Latin, as passports write them (ICAO Doc 9303).
const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'ie',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  і: 'i',
  ї: 'i',
  є: 'ie',
  ґ: 'g',
};
