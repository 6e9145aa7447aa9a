import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDefaultPlan } from '../db/shops/fee-plan.ts';
import { levelRates } from '../db/site/level-rates.ts';
import { DomainError } from '../domain/errors.ts';
import { intlTag, type Language } from '../domain/languages.ts';
import { TRANSLATED_LANGUAGES } from '../domain/site/translations.ts';
import type { ServerDeps } from './deps.ts';
import { levelValues } from './pages/level-values.ts';
import { feesOf, fillIn, settingsOf } from './pages/site-values.ts';
import { type FixedDocument, fixedDocument } from './plugins/fixed-document.ts';
import { inlineStylesOf } from './plugins/inline-styles.ts';
import { NOT_BUILT } from './plugins/static-pages.ts';

/** How long a page shows the fees that it was made with. */
const FIGURES_FOR_MS = 5 * 60_000;

/** A built file of the site, filled in. @throws DomainError `not_found`; `service_unavailable` before it is built */
export type PageOf = (file: string, type?: string) => Promise<FixedDocument>;

export const HTML = 'text/html; charset=utf-8';

/** Reads built pages, fills in what the operator set, and keeps them for a while. */
export function openPages(folder: string, { db, config, now }: ServerDeps): PageOf {
  const made = new Map<string, { readonly atMs: number; readonly document: Promise<FixedDocument> }>();
  return (file, type = HTML) => {
    const known = made.get(file);
    if (known !== undefined && now() - known.atMs < FIGURES_FOR_MS) return known.document;
    const language = languageIn(file);
    const document = readPage(folder, file).then(async (text) => {
      const fees = /__(?:FEE|BPS)_/.test(text) ? feesOf(await readDefaultPlan(db), language) : {};
      const level = text.includes('__LEVEL_') ? levelValues(await levelRates(db, now()), intlTag(language)) : {};
      const values = { ...settingsOf(config, language), ...fees, ...level };
      return fixedDocument(type, fillIn(text, values), inlineStylesOf(text));
    });
    made.set(file, { atMs: now(), document });
    // A page that cannot be read now is read again: the build may still be at work, and unknown names fill no memory.
    document.catch(() => made.delete(file));
    return document;
  };
}

/** Pages in other languages than English are in folders, each named after its language. */
function languageIn(file: string): Language {
  return TRANSLATED_LANGUAGES.find((language) => file.startsWith(`${language}/`)) ?? 'en';
}

/** Nothing that could name a file elsewhere. @throws DomainError `not_found` */
export function slugOf(name: string): string {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) throw new DomainError('not_found');
  return name;
}

/** @throws DomainError `not_found`; `service_unavailable` before the pages are built */
export async function readPage(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8').catch((cause: unknown) => {
    if (existsSync(folder)) throw new DomainError('not_found', { cause });
    throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
  });
}
