import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../domain/languages.ts';
import type { LegalSlug } from '../../domain/legal/documents.ts';
import { escapeHtml, renderMarkdown, type Section } from '../articles/markdown.ts';
import { linkIn, siteWords } from '../words.ts';
import { legalBlocks, legalValues } from './values.ts';

const folder = join(import.meta.dirname, '..', '..', 'locales');

/**
 * Values from the operator's settings and the fee plan, filled in when a page is served (`api/pages/site-values.ts`).
 * The last two are HTML.
 */
export const SERVED_VALUES = [
  'OPERATOR',
  'OPERATOR_LINE',
  'SUPPORT_MAIL',
  'LIFETIME_MINUTES',
  'RETENTION_YEARS',
  'CONTACT_MONTHS',
  'FEE_INVOICE',
  'FEE_DEPOSIT',
  'FEE_CONVERSION',
  'FEE_PAYOUT',
  'FEE_MASS_PAYOUT',
  'FEE_WITHDRAWAL',
  'FEE_REFUND',
  'FEE_BALANCE_RECOVERY',
  'CAPTCHA',
  'SUBPROCESSORS',
] as const;

const SERVED: ReadonlySet<string> = new Set(SERVED_VALUES);

/** The Markdown of every document in a language. */
export async function readLegalTexts(language: Language): Promise<ReadonlyMap<string, string>> {
  const inLanguage = join(folder, language, 'legal');
  const files = (await readdir(inLanguage)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(0, -'.md'.length), await readFile(join(inLanguage, file), 'utf8')] as const),
  );
  return new Map(texts);
}

export interface LegalText {
  readonly html: string;
  readonly sections: readonly Section[];
}

/**
 * A document as HTML, with its numbers filled in.
 *
 * @param english of which it is a translation: its sections have the same addresses, and lead where they lead there
 * @throws Error that names a mark that nothing fills in
 */
export function renderLegal(language: Language, slug: LegalSlug, markdown: string, english?: LegalText): LegalText {
  const sections: Section[] = [];
  const values = legalValues(language);
  const blocks = legalBlocks(language);
  const html = renderMarkdown(markdown, sections)
    .replaceAll('aria-label="Table"', `aria-label="${siteWords(language).frame.table}"`)
    .replaceAll(/<a href="(\/[^"]*)">/g, (_tag, to: string) => anchor(language, to))
    .replaceAll(/<p>\{\{([A-Z_]+)\}\}<\/p>/g, (mark, name: string) => blocks[name] ?? mark)
    .replaceAll(/<p>\{\{SUBPROCESSORS\}\}<\/p>/g, '__SUBPROCESSORS__')
    .replaceAll(/\{\{([A-Z_]+)\}\}/g, (_mark, name: string) => {
      const value = values[name];
      if (value !== undefined) return escapeHtml(value);
      if (SERVED.has(name)) return `__${name}__`;
      throw new Error(`locales/${language}/legal/${slug}.md: nothing fills in {{${name}}}.`);
    });
  return english === undefined ? { html, sections } : withIdsOf(english, { html, sections });
}

function anchor(language: Language, to: string): string {
  const { href, hrefLang } = linkIn(language, to);
  return hrefLang === undefined ? `<a href="${href}">` : `<a href="${href}" hreflang="${hrefLang}">`;
}

function withIdsOf(english: LegalText, { html, sections }: LegalText): LegalText {
  let at = 0;
  return {
    html: html.replaceAll(/<h2 id="[^"]*">/g, () => `<h2 id="${english.sections[at++]?.id ?? ''}">`),
    sections: sections.map(({ title }, index) => ({ id: english.sections[index]?.id ?? '', title })),
  };
}
