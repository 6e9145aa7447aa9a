/**
 * The client without `await`, made from the one with it, as httpcore makes its own: both are the same program but for
 * these words.
 */
export function withoutAwait(source: string): string {
  return WORDS.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), source);
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bimport asyncio\b/g, 'import time'],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\bAsyncTidegate\b/g, 'Tidegate'],
  [/\bAsyncIterator\b/g, 'Iterator'],
  [/\bAsync(?=[A-Z])/g, 'Sync'],
  [/\b__a(iter|enter|exit)__/g, '__$1__'],
  [/\ba(close|read|iter_text)\b/g, '$1'],
  [/The client with `await`/g, 'The client without `await`'],
];
