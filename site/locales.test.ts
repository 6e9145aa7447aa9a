import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../domain/languages.ts';
import { TRANSLATED_LANGUAGES } from '../domain/site/translations.ts';

const folder = new URL('../locales/', import.meta.url);
const areas = readdirSync(new URL('en/', folder)).sort();
const files = areas.filter((area) => area.endsWith('.json'));

type Words = string | readonly Words[] | { readonly [key: string]: Words };

/** Every text by its key, with plural forms apart: a language has those that it needs. */
interface Text {
  readonly key: string;
  readonly forms: Readonly<Record<string, string>>;
}

const read = (language: Language, file: string): readonly Text[] =>
  textsOf('', JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Words);

function textsOf(key: string, words: Words): Text[] {
  if (typeof words === 'string') return [{ key, forms: { '': words } }];
  const entries = Object.entries(words) as [string, Words][];
  const isPlural = !Array.isArray(words) && entries.every(([form]) => PLURAL_FORMS.has(form)) && entries.length > 0;
  if (isPlural) return [{ key, forms: words as unknown as Record<string, string> }];
  return entries.flatMap(([name, inner]) => textsOf(`${key}/${name}`, inner));
}

const PLURAL_FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

describe.each(LANGUAGES)('the folder of words in %s', (language) => {
  it('has the files of English', () => {
    expect(readdirSync(new URL(`${language}/`, folder)).sort()).toEqual(areas);
  });

  it.each(files)('%s has the keys and placeholders of English, and every plural form of the language', (file) => {
    const english = read('en', file);
    const texts = read(language, file);
    expect(texts.map(({ key }) => key)).toEqual(english.map(({ key }) => key));
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [at, { key, forms }] of texts.entries()) {
      const expected = placeholders(Object.values(english[at]?.forms ?? {}).join(' '));
      for (const text of Object.values(forms)) {
        if ('' in forms) expect(placeholders(text), key).toEqual(expected);
        else for (const name of placeholders(text)) expect(expected, key).toContain(name);
      }
      if (!('' in forms)) expect(Object.keys(forms).sort(), key).toEqual([...pluralCategories].sort());
    }
  });

  it.each(files)('%s has no empty text, no HTML and no blanks that nobody sees', (file) => {
    for (const { key, forms } of read(language, file)) {
      for (const text of Object.values(forms)) {
        expect(text, key).not.toMatch(/^$|<|>|&\w+;| {2}/);
        expect(text.trim(), key).toBe(text);
      }
    }
  });
});

describe.each(TRANSLATED_LANGUAGES)('the words in %s', (language) => {
  it.each(files)('%s are translated', (file) => {
    const texts = read(language, file);
    const same = read('en', file).filter(({ forms }, at) => {
      const english = Object.values(forms).join(' ');
      const hasWords = /\p{L}/u.test(english.replaceAll(/\{[^}]*\}/g, ''));
      return hasWords && english.split(' ').length > 3 && Object.values(texts[at]?.forms ?? {}).join(' ') === english;
    });
    expect(same).toEqual([]);
  });

  it.each(files)('%s have the numbers of English', (file) => {
    const texts = read(language, file);
    // "2FA" is a word, for which most languages have another one.
    const digits = (text: string) => (text.replaceAll('2FA', '').match(/\d+/g) ?? []).sort();
    for (const [at, { key, forms }] of read('en', file).entries()) {
      if (key.includes('/sources/')) continue;
      const [text = ''] = Object.values(texts[at]?.forms ?? {});
      expect(digits(text), key).toEqual(digits(Object.values(forms)[0] ?? ''));
    }
  });

  it.each(files)('%s address readers formally, with the punctuation of the language', (file) => {
    const { informal, misspelled } = STYLES[language];
    for (const { key, forms } of read(language, file)) {
      for (const text of Object.values(forms)) {
        expect(text.match(informal) ?? [], key).toEqual([]);
        expect(text.match(misspelled) ?? [], key).toEqual([]);
        expect(text, key).not.toMatch(/\p{L}'\p{L}|"|\.\.\./u);
      }
    }
  });
});

interface Style {
  /** Forms of address among friends. */
  readonly informal: RegExp;
  /** Words that readers of the language would mark as wrong. */
  readonly misspelled: RegExp;
}

const word = (forms: string) => new RegExp(String.raw`(?<![\p{L}’])(?:${forms})(?![\p{L}])`, 'giu');

const STYLES: Readonly<Record<(typeof TRANSLATED_LANGUAGES)[number], Style>> = {
  de: {
    informal: word('du|dir|dich|dein(?:e[rsmn]?)?'),
    misspelled: word('eine Coin|einer Coin|das Coin|Back-Office'),
  },
  // High punctuation and quotes keep to their words at the end of a line.
  fr: { informal: word('tu|toi|ton|tes'), misspelled: /« | [»:;?!]|[^\s\u00a0\u202f][?;»]/g },
  es: { informal: word('tú|tu|tus|ti'), misspelled: /^[^¿]*\?|^[^¡]*!/g },
  // Polite words have small letters within a sentence, on every page alike.
  it: {
    informal: word('tu|ti|tuo|tua|tuoi|tue|hai|puoi|devi'),
    misspelled: /(?<=[\p{L},] )(?:Suo|Sua|Suoi|Sue|Lei)(?!\p{L})/gu,
  },
  // Of Portugal: words that are of Brazil alone, and verbs as they are used there.
  pt: {
    informal: word('tu|teu|tua|te|você'),
    misspelled: word(
      'equipe|arquivos?|registrad[oa]s?|câmera|usuários?|baixar|salvar|senha|saque|aguardando|verificando',
    ),
  },
  ru: { informal: word('ты|тебя|тебе|твой|твоя|твоё|твои'), misspelled: /\p{L} - \p{L}|\p{L} – \p{L}/gu },
};
