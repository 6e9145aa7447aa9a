import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../domain/text/messages.ts';
import { LOCALES, type Locale } from './locale.ts';
import type { Messages } from './messages.ts';
import { createTranslate } from './translate.ts';

const locales = Object.keys(LOCALES) as Locale[];
const read = (locale: Locale): Messages =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/invoice-page.json`, import.meta.url), 'utf8'));
const english = read('en');
const forms = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placeholders = (message: Message) =>
  forms(message).map((form) =>
    [...form.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name)
      .sort()
      .join(),
  );

describe('the words of', () => {
  it.each(locales.filter((locale) => locale !== 'en'))('%s have the keys and placeholders of English', (locale) => {
    const messages = read(locale);
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, message] of Object.entries(english) as [keyof Messages, Message][]) {
      const expected = new Set(placeholders(message));
      for (const found of placeholders(messages[key])) expect(expected, `${locale} ${key}`).toContain(found);
      expect(typeof messages[key]).toBe(typeof message);
    }
  });

  it.each(locales)('%s have every plural form of the language, no blanks and no straight quotes', (locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const [key, message] of Object.entries(read(locale))) {
      if (typeof message !== 'string')
        expect(Object.keys(message).sort(), `${locale} ${key}`).toEqual([...pluralCategories].sort());
      for (const form of forms(message)) {
        expect(form.trim(), `${locale} ${key}`).toBe(form);
        expect(form, `${locale} ${key}`).not.toMatch(/^$|['"]|\.\.\.| {2}/);
      }
    }
  });

  it.each(locales.filter((locale) => locale !== 'en'))('%s are translated', (locale) => {
    const messages = read(locale);
    const same = (Object.keys(english) as (keyof Messages)[]).filter(
      (key) =>
        forms(english[key]).join(' ').split(' ').length > 3 &&
        forms(messages[key]).join() === forms(english[key]).join(),
    );
    expect(same).toEqual([]);
  });

  it('are all used by the page', () => {
    const source = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
      .join('\n');
    // Keys made from a name: `${name}.say`, `fact.${name}`, `link.${link}`, `order.${key}_fee`, `wallet.${problem}`.
    const made = /\.say$|^fact\.|^wallet\.|^link\.|^order\.\w+_fee$|^\w+\.title$/;
    const unused = Object.keys(english).filter((key) => !source.includes(`'${key}'`) && !made.test(key));
    expect(unused).toEqual([]);
  });
});

describe('a translation', () => {
  it('fills values in and chooses the plural', () => {
    const t = createTranslate('ru', read('ru'));
    expect(t('dial.count', { current: 1, required: 2 })).toBe('1 из 2');
    expect(t('dial.confirmations', { count: 1 })).toBe('подтверждения');
    expect(t('dial.confirmations', { count: 2 })).toBe('подтверждений');
  });
});
