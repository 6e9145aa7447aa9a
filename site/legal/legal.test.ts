import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ENHANCED_COUNTRIES,
  INDUSTRY_RISK,
  PROHIBITED_COUNTRIES,
  PROHIBITED_GOODS,
} from '../../domain/compliance/lists.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { STORED_IN_BROWSER } from '../../domain/legal/cookies.ts';
import { LEGAL_DOCUMENTS, type LegalSlug } from '../../domain/legal/documents.ts';
import { TRANSLATED_LANGUAGES } from '../../domain/site/translations.ts';
import { type LegalText, readLegalTexts, renderLegal, SERVED_VALUES } from './legal-text.ts';
import { legalBlocks, legalValues } from './values.ts';
import { legalWords } from './words.ts';

/**
 * The text of each version that was published, without what settings fill in. A text that differs is a new version: set
 * its day in `domain/legal/documents.ts` (of cookies in `consent.ts`), and add its line here.
 */
const PUBLISHED: Readonly<Record<LegalSlug, Readonly<Record<string, string>>>> = {
  terms: { '2026-11-29': '75e7aaaa8433ea29' },
  privacy: { '2026-11-29': 'd843ad5749cd2102', '2026-11-30': '2cbe29780c44abd8' },
  aml: { '2026-11-29': 'dbef18714a1cb153' },
  cookies: { '2026-11-29': 'a572f58fbe03ea7d', '2026-11-30': '32b33844cf682979' },
  'prohibited-jurisdictions': { '2026-11-29': '3ee6faa00f57229a' },
  'prohibited-goods': { '2026-11-29': '0abaed9d05fde3d7' },
  'enhanced-due-diligence': { '2026-11-29': 'e5eddc9634bcf767' },
  refunds: { '2026-11-29': '3b5f6bdf645483a9' },
  complaints: { '2026-11-29': '312f1a726c55e302' },
};

/** The same of all translations of a version together: a new version needs new translations. */
const TRANSLATED: Readonly<Record<LegalSlug, Readonly<Record<string, string>>>> = {
  terms: { '2026-11-29': '18b24b2ada0db05e' },
  privacy: { '2026-11-29': '088a48ca06405f39', '2026-11-30': '35ae60c21d06bd4f' },
  aml: { '2026-11-29': 'b4150a0338e96269' },
  cookies: { '2026-11-29': '2d960dde01734d8f', '2026-11-30': 'd2a9d0bb6a6ad2aa' },
  'prohibited-jurisdictions': { '2026-11-29': '74b881f0ce3428f4' },
  'prohibited-goods': { '2026-11-29': 'd18039803d5824a1' },
  'enhanced-due-diligence': { '2026-11-29': '5c9f7dc68e6284b2' },
  refunds: { '2026-11-29': '764de8d0bb45fa9b' },
  complaints: { '2026-11-29': 'ac27f2fc7b85eb59' },
};

const texts = new Map(
  await Promise.all(LANGUAGES.map(async (language) => [language, await readLegalTexts(language)] as const)),
);
const textOf = (language: Language, slug: LegalSlug) => texts.get(language)?.get(slug) ?? '';
const english = new Map<LegalSlug, LegalText>(
  LEGAL_DOCUMENTS.map(({ slug }) => [slug, renderLegal('en', slug, textOf('en', slug))]),
);
const rendered = (language: Language, slug: LegalSlug) =>
  renderLegal(language, slug, textOf(language, slug), language === 'en' ? undefined : english.get(slug));
/** A line may not break between a number and its unit: that changes no word. */
const digestOf = (html: string) =>
  createHash('sha256').update(html.replaceAll('\u00a0', ' ')).digest('hex').slice(0, 16);

describe.each(LANGUAGES)('the legal documents in %s', (language) => {
  test('have a text each, and there is no text without a document', () => {
    expect([...(texts.get(language)?.keys() ?? [])].sort()).toEqual(LEGAL_DOCUMENTS.map(({ slug }) => slug).sort());
    for (const { slug } of LEGAL_DOCUMENTS) {
      const { html, sections } = rendered(language, slug);
      expect(html.length, slug).toBeGreaterThan(800);
      expect(sections.length, slug).toBeGreaterThan(2);
      expect(html, slug).not.toMatch(/\{\{|undefined|NaN/);
    }
  });

  test('leave no mark without a value, and no value without a mark', () => {
    const marks = new Set(LEGAL_DOCUMENTS.flatMap(({ slug }) => marksOf(textOf(language, slug))));
    const values = [...Object.keys(legalValues(language)), ...Object.keys(legalBlocks(language)), ...SERVED_VALUES];
    expect([...marks].sort()).toEqual(values.sort());
    expect(() => renderLegal(language, 'terms', 'A {{NAME_OF_NOTHING}}.')).toThrow(
      'nothing fills in {{NAME_OF_NOTHING}}',
    );
  });

  test('print numbers of the code, and none of their own where the code has one', () => {
    // Each number beside these words is filled in, so that it cannot differ from what the product does.
    const filled =
      /\b\d[\d.,]*\s*(?:%|percent|EUR|years?|confirmations?|Jahre|Prozent|ans\b|años|anni|anos|лет\b)|EUR\s*\d/;
    for (const [slug, text] of texts.get(language) ?? []) {
      const lines = text.split('\n').filter((line) => filled.test(line) && !/^\*\*\S+\.\*\*/.test(line));
      expect(lines, slug).toEqual([]);
    }
  });

  test('say of China what happened when', () => {
    const text = textOf(language, 'prohibited-jurisdictions');
    expect(text).toMatch(/24\D+2021[^\n]*\[2021\] \S+ 237/);
    expect(text).toMatch(/6\D+2026[^\n]*\[2026\] \S+ 42/);
  });
});

test.each(LEGAL_DOCUMENTS)('$slug says what it said when its version was published', ({ slug, version }) => {
  const digest = digestOf(english.get(slug)?.html ?? '');
  expect({ version, digest }).toEqual({ version, digest: PUBLISHED[slug][version] });
  const translations = digestOf(TRANSLATED_LANGUAGES.map((language) => rendered(language, slug).html).join('\n'));
  expect({ version, translations }).toEqual({ version, translations: TRANSLATED[slug][version] });
  const all = Object.values(TRANSLATED[slug]);
  expect(new Set(all).size, 'a version has the translations of another').toBe(all.length);
});

describe.each(TRANSLATED_LANGUAGES)('the translation into %s', (language) => {
  test.each(LEGAL_DOCUMENTS)(
    'of $slug has the sections, marks, links, rows and numbers of the English text',
    ({ slug }) => {
      expect(shapeOf(textOf(language, slug))).toEqual(shapeOf(textOf('en', slug)));
    },
  );

  test('leads to the same places, in its own language', () => {
    for (const { slug } of LEGAL_DOCUMENTS) {
      const { html, sections } = rendered(language, slug);
      expect(
        sections.map(({ id }) => id),
        slug,
      ).toEqual(english.get(slug)?.sections.map(({ id }) => id));
      for (const [, target = ''] of html.matchAll(/<a href="(\/legal[^"]*)"/g)) expect(target, slug).toBe('');
    }
  });
});

test('the words of lists and tables are those of the data, in English', () => {
  const { goods, sources, stored, documents, industries } = legalWords('en');
  expect(goods).toEqual(Object.fromEntries(PROHIBITED_GOODS.goods.map(({ key, name }) => [key, name])));
  const lists = [...PROHIBITED_COUNTRIES, ...ENHANCED_COUNTRIES];
  expect(sources).toEqual(Object.fromEntries(lists.map(({ id, source }) => [id, source])));
  expect(stored).toEqual(
    Object.fromEntries(STORED_IN_BROWSER.map(({ name, purpose, lifetime }) => [name, { purpose, lifetime }])),
  );
  expect(documents).toEqual(
    Object.fromEntries(LEGAL_DOCUMENTS.map(({ slug, title, about }) => [slug, { title, about }])),
  );
  expect(Object.keys(industries)).toEqual(Object.keys(INDUSTRY_RISK));
});

function marksOf(text: string): string[] {
  return [...text.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name = '']) => name);
}

/** Properties that a translation shares with its original, in the order of the text where languages share it. */
function shapeOf(text: string) {
  const lines = text.split('\n');
  return {
    kinds: lines.map((line) => /^(?:## (?:\d+\. )?|\d+\. |- |\||\{\{|$)/.exec(line)?.[0] ?? 'text'),
    cells: lines.map((line) => line.split('|').length),
    marks: lines.map((line) => marksOf(line).sort()),
    links: lines.map((line) => [...line.matchAll(/\]\((\/[^)]*)\)/g)].map(([, to = '']) => to).sort()),
    bold: lines.map((line) => line.split('**').length),
    digits: lines.map((line) => (line.startsWith('|') ? 0 : digitsOf(line))),
  };
}

/** Laws are cited in other ways, in tables; numbers elsewhere are the same. */
function digitsOf(line: string): string {
  return line
    .replaceAll(/[^\d]+/g, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');
}
