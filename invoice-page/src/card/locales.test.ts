import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import english from '../../../locales/en/card-page.json' with { type: 'json' };
import { LOCALES, type Locale } from '../i18n/locale.ts';

const locales = Object.keys(LOCALES) as Locale[];
const read = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/card-page.json`, import.meta.url), 'utf8'));
const names = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('the words of the card purchase', () => {
  it.each(locales)('have in %s the keys and placeholders of English, no blanks and no straight quotes', (locale) => {
    const words = read(locale);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      expect(new Set(names(words[key])), `${locale} ${key}`).toEqual(new Set(names(text)));
      expect(words[key]?.trim(), `${locale} ${key}`).toBe(words[key]);
      if (locale !== 'en' || key !== 'declined.say') expect(words[key], key).not.toMatch(/^$|['"]|\.\.\.| {2}/);
    }
  });

  it.each(locales.filter((locale) => locale !== 'en'))('are translated into %s', (locale) => {
    const words = read(locale);
    const same = Object.entries(english).filter(
      ([key, text]) =>
        text
          .replaceAll(/\{\w+\}|[\d=]/g, '')
          .trim()
          .split(' ').length > 2 && words[key] === text,
    );
    expect(same).toEqual([]);
  });

  it('say of a declined payment what the specification says (spec §8)', () => {
    expect(english['declined.say']).toBe(
      "Your payment didn't go through, please double-check your payment details and try again",
    );
  });

  it('are all used by the page', () => {
    const source = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'))
      .join('\n');
    // Keys made from a name: `${screen}.title`, `${end}.say`, `method.${method}`, `stage.${stage}`, `problem.${wrong}`.
    const made = /^\w+\.(title|say|chip)$|^trouble\.|^method\.|^stage\.|^problem\.(not_a_number|too_many_places)$/;
    const unused = Object.keys(english).filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`));
    expect(unused.filter((key) => !made.test(key))).toEqual([]);
  });
});
