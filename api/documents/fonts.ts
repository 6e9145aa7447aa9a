import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';

export type FontName = 'regular' | 'bold';

/** The fonts of our documents, embedded as far as they are used: Latin and Cyrillic, so every language of a payer. */
export function documentFont(name: FontName): Font {
  const known = parsed.get(name) ?? parse(FILES[name]);
  parsed.set(name, known);
  return known;
}

/**
 * The text with what the fonts can show: other letters are transliterated, and what has no letters becomes a question
 * mark. Control characters and directions are left out, so that nothing reads otherwise than it is.
 */
export function printable(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text;
  const shown = glyphs();
  let result = '';
  for (const char of text.normalize('NFC').replaceAll(/\s+/g, ' ')) {
    if (HIDDEN.test(char)) continue;
    if (shown.has(char.codePointAt(0) ?? 0)) result += char;
    else result += SAME.get(char) ?? (anyAscii(char) || '?');
  }
  return result;
}

const FILES: Readonly<Record<FontName, string>> = {
  regular: '@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf',
  bold: '@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf',
};
/** Characters that Geist has only under another name: the no-break hyphen. */
const SAME: ReadonlyMap<string, string> = new Map([['\u2011', '-']]);
/** Most texts: nothing to look up. */
const PLAIN = /^[\x20-\x7e]*$/;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;

/** Read and parsed once: the parts that documents share are some MB and never change. */
const parsed = new Map<FontName, Font>();
let known: ReadonlySet<number> | undefined;

function glyphs(): ReadonlySet<number> {
  known ??= new Set(
    documentFont('regular').characterSet.filter((code) => documentFont('bold').hasGlyphForCodePoint(code)),
  );
  return known;
}

function parse(file: string): Font {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts.`);
  return font;
}
