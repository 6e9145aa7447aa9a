/** Line breaks and control characters become spaces, so that a value cannot look like a separate line or header. */
export function oneLine(text: string): string {
  return cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim());
}

/**
 * A person's text on one line, without anything that a mail program makes a link of: a space follows each mark that
 * joins the parts of a URL, a domain or an address. No letter is removed, because what is left of a link may be a link
 * again. Domains alone are broken, too: mail programs link `evil.example` and `www.` (hazard 71). Numbers, dates, times
 * and abbreviations stay as they are. Idempotent.
 */
export function withoutLinks(text: string): string {
  return cut(spaced(oneLine(text)));
}

/**
 * Printable text of a document without what PDF viewers make links of: a scheme before slashes, `mailto:` and `www.`.
 * Names that contain a dot and mailboxes stay as they are: they are part of the record, and viewers link no names.
 */
export function withoutUrls(text: string): string {
  return text.replaceAll(/(?<=:)(?=[/\\])|(?<=mailto:)(?=\S)|(?<=www\d{0,3}\.)(?=\S)/gi, ' ');
}

function cut(text: string): string {
  return text.length <= MAX_VALUE_LENGTH
    ? text
    : text
        .slice(0, MAX_VALUE_LENGTH)
        .replace(/\p{Cs}$/u, '')
        .trimEnd();
}

/** The visible letters around one of them; programs remove those that are invisible before they look for links. */
interface Place {
  readonly letters: readonly string[];
  readonly at: number;
}

/** Adds a space after each letter that joins what would be a link. */
function spaced(text: string): string {
  if (!MARK.test(text)) return text;
  const all = [...text];
  const letters = all.filter((letter) => !INVISIBLE.test(letter));
  let at = -1;
  let result = '';
  for (const letter of all) {
    result += letter;
    if (INVISIBLE.test(letter)) continue;
    at += 1;
    if (MARK.test(letter) && isFollowed({ letters, at }) && joinsLink({ letters, at })) result += ' ';
  }
  return result;
}

function isFollowed({ letters, at }: Place): boolean {
  const next = letters[at + 1];
  return next !== undefined && !/\s/u.test(next);
}

function joinsLink(place: Place): boolean {
  const { letters, at } = place;
  const [before, mark, next] = [letters[at - 1] ?? '', letters[at] ?? '', letters[at + 1] ?? ''];
  if (AT.test(mark)) return true;
  if (SLASH.test(mark)) return SLASH.test(next);
  if (COLON.test(mark)) return !(DIGIT.test(before) && DIGIT.test(next));
  if (isAfterWww(place)) return true;
  return !CLOSING.test(next) && !isInNumber(place) && !isInAbbreviation(place);
}

/** `49.90`, `1.234.567`, `28.11.2026`; `1.2.3.4` is an address, and letters beside it make it a name. */
function isInNumber({ letters, at }: Place): boolean {
  let [from, to] = [at, at];
  while (NUMERIC.test(letters[from - 1] ?? '')) from -= 1;
  while (NUMERIC.test(letters[to + 1] ?? '')) to += 1;
  const run = letters.slice(from, to + 1).join('');
  const isAlone = EDGE.test(letters[from - 1] ?? '') && EDGE.test(letters[to + 1] ?? '');
  if (!isAlone) return false;
  // Thousands, where no group could be a byte of an address.
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?[.,]?$/.test(run) && /\.(?:0|[3-9]|2[6-9])/.test(run)) return true;
  return /^\d+(?:[.,]\d+){1,3}[.,]?$/.test(run) && run.split('.').length <= 3;
}

/** `e.g.`: a single letter on both sides. No domain ends with one. */
function isInAbbreviation({ letters, at }: Place): boolean {
  const isSingle = (letter: string, beyond: string) => SINGLE.test(letter) && EDGE.test(beyond);
  return (
    isSingle(letters[at - 1] ?? '', letters[at - 2] ?? '') && isSingle(letters[at + 1] ?? '', letters[at + 2] ?? '')
  );
}

function isAfterWww({ letters, at }: Place): boolean {
  return /www\d{0,3}$/i.test(letters.slice(Math.max(0, at - 6), at).join(''));
}

const MAX_VALUE_LENGTH = 300;
// Also the forms that names and addresses are normalized from.
const COLON = /[:\uFE13\uFE55\uFF1A]/u;
const SLASH = /[/\\\u2044\u2215\uFE68\uFF0F\uFF3C]/u;
const AT = /[@\uFE6B\uFF20]/u;
const MARK = /[.\u2024\u3002\uFE52\uFF0E\uFF61:\uFE13\uFE55\uFF1A/\\\u2044\u2215\uFE68\uFF0F\uFF3C@\uFE6B\uFF20]/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Characters that end a sentence after its dot: brackets, quotation marks, more dots. */
const CLOSING = /[.\u2024\u3002\uFE52\uFF0E\uFF61…,;!?)\]}"'”’“»›]/u;
/** Of alphabets with capitals; without those beyond 16 bits, which some programs count as two. */
const SINGLE = /^(?=[\0-\uFFFF]$)[\p{Lu}\p{Ll}]$/u;
const DIGIT = /\d/;
const NUMERIC = /[\d.,]/;
/** Nothing, or what is part of no name. */
const EDGE = /^$|[\s.,;:!?()"'“”’+\-−–%\p{Sc}]/u;
