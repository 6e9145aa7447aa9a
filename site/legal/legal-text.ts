import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LegalSlug } from '../../domain/legal/documents.ts';
import { escapeHtml, renderMarkdown, type Section } from '../articles/markdown.ts';
import { LEGAL_BLOCKS, LEGAL_VALUES } from './values.ts';

const folder = join(import.meta.dirname, '..', 'content', 'legal');

/**
 * What the operator's settings and the fee plan fill in when a page is served (`api/pages/site-values.ts`). The
 * last two are HTML.
 */
export const SERVED_VALUES = [
  'OPERATOR',
  'OPERATOR_LINE',
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

/** The Markdown of every document. */
export async function readLegalTexts(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(0, -'.md'.length), await readFile(join(folder, file), 'utf8')] as const),
  );
  return new Map(texts);
}

/** A document as HTML, with its numbers filled in. @throws Error that names a mark that nothing fills in */
export function renderLegal(
  slug: LegalSlug,
  markdown: string,
): { readonly html: string; readonly sections: readonly Section[] } {
  const sections: Section[] = [];
  const html = renderMarkdown(markdown, sections)
    .replaceAll(/<p>\{\{([A-Z_]+)\}\}<\/p>/g, (mark, name: string) => LEGAL_BLOCKS[name] ?? mark)
    .replaceAll(/<p>\{\{SUBPROCESSORS\}\}<\/p>/g, '__SUBPROCESSORS__')
    .replaceAll(/\{\{([A-Z_]+)\}\}/g, (_mark, name: string) => {
      const value = LEGAL_VALUES[name];
      if (value !== undefined) return escapeHtml(value);
      if (SERVED.has(name)) return `__${name}__`;
      throw new Error(`site/content/legal/${slug}.md: nothing fills in {{${name}}}.`);
    });
  return { html, sections };
}
