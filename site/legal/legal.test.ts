import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LEGAL_DOCUMENTS, type LegalSlug } from '../../domain/legal/documents.ts';
import { readLegalTexts, renderLegal, SERVED_VALUES } from './legal-text.ts';
import { LEGAL_BLOCKS, LEGAL_VALUES } from './values.ts';

/**
 * The text of each version that was published, without what settings fill in. A text that differs is a new version: set
 * its day in `domain/legal/documents.ts` (of cookies in `consent.ts`), and add its line here.
 */
const PUBLISHED: Readonly<Record<LegalSlug, Readonly<Record<string, string>>>> = {
  terms: { '2026-11-29': '75e7aaaa8433ea29' },
  privacy: { '2026-11-29': 'd843ad5749cd2102' },
  aml: { '2026-11-29': 'dbef18714a1cb153' },
  cookies: { '2026-11-29': '3fb7e9da9afbdfd3' },
  'prohibited-jurisdictions': { '2026-11-29': '3ee6faa00f57229a' },
  'prohibited-goods': { '2026-11-29': '0abaed9d05fde3d7' },
  'enhanced-due-diligence': { '2026-11-29': 'e5eddc9634bcf767' },
  refunds: { '2026-11-29': '3b5f6bdf645483a9' },
  complaints: { '2026-11-29': '312f1a726c55e302' },
};

const texts = await readLegalTexts();
const documents = LEGAL_DOCUMENTS.map(({ slug, version }) => {
  const { html, sections } = renderLegal(slug, texts.get(slug) ?? '');
  return { slug, version, html, sections, digest: createHash('sha256').update(html).digest('hex').slice(0, 16) };
});

describe('the legal documents', () => {
  test('have a text each, and there is no text without a document', () => {
    expect([...texts.keys()].sort()).toEqual(LEGAL_DOCUMENTS.map(({ slug }) => slug).sort());
    for (const { slug, html, sections } of documents) {
      expect(html.length, slug).toBeGreaterThan(800);
      expect(sections.length, slug).toBeGreaterThan(2);
    }
  });

  test.each(documents)('$slug says what it said when its version was published', ({ slug, version, digest }) => {
    expect({ version, digest }).toEqual({ version, digest: PUBLISHED[slug][version] });
  });

  test('leave no mark without a value, and no value without a mark', () => {
    const all = [...texts.values()].join('\n');
    const marks = new Set([...all.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name = '']) => name));
    const values = [...Object.keys(LEGAL_VALUES), ...Object.keys(LEGAL_BLOCKS), ...SERVED_VALUES];
    expect([...marks].sort()).toEqual(values.sort());
    for (const { slug, html } of documents) expect(html, slug).not.toMatch(/\{\{|undefined|NaN/);
    expect(() => renderLegal('terms', 'A {{NAME_OF_NOTHING}}.')).toThrow('nothing fills in {{NAME_OF_NOTHING}}');
  });

  test('print numbers of the code, and none of their own where the code has one', () => {
    // Each number beside these words is filled in, so that it cannot differ from what the product does.
    const filled = /\b\d[\d.,]*\s*(?:%|percent|EUR|years?|confirmations?)|EUR\s*\d/;
    for (const [slug, text] of texts) {
      const lines = text.split('\n').filter((line) => filled.test(line) && !line.startsWith('**Example.**'));
      expect(lines, slug).toEqual([]);
    }
  });

  test('say of China what happened when', () => {
    const text = texts.get('prohibited-jurisdictions') ?? '';
    expect(text).toMatch(/24 September 2021.*No\. 237/);
    expect(text).toMatch(/6 February 2026.*No\. 42/s);
  });
});
