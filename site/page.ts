import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../domain/languages.ts';

/** A page of its own address, rendered while the site is built. */
export interface Page {
  /** The name of its file, without `.html`. */
  readonly name: string;
  /** Where search engines find it; left out of the list of pages otherwise. */
  readonly path?: string;
  /** Pages for visitors have styles of their own, and no script but for islands and forms; the reference otherwise. */
  readonly template?: 'front' | 'island' | 'form';
  /** English unless it says otherwise. */
  readonly language?: Language;
  readonly title: string;
  readonly description: string;
  /** What search engines read about it (JSON-LD, schema.org). */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly body: ReactElement;
}

/** The page in the built template. */
export function fillTemplate(template: string, page: Page): string {
  const { language = 'en', path = '', title, description, body, structured } = page;
  const values: Record<string, string> = {
    __TITLE__: escapeText(page.template !== undefined ? title.replace('Tidegate', '__OPERATOR__') : title),
    __DESCRIPTION__: escapeText(description),
    __PATH__: path,
    __BODY__: renderToStaticMarkup(body),
  };
  // A function, because `$&` in a replacement text would mean the match.
  const inLanguage = template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</head>', () => `${structured === undefined ? '' : jsonLd(structured)}</head>`);
  // A page that no search engine lists has no canonical address, and its readers no blog to follow.
  const isListed = page.path !== undefined;
  const linked = isListed ? inLanguage : inLanguage.replaceAll(/<link rel="(?:canonical|alternate)"[^>]*>/g, '');
  return linked.replaceAll(/__(?:TITLE|DESCRIPTION|PATH|BODY)__/g, (name) => values[name] ?? name);
}

/** A block of data, which no browser runs. */
function jsonLd(structured: Readonly<Record<string, unknown>>): string {
  return `<script type="application/ld+json">${JSON.stringify(structured).replaceAll('<', '\\u003c')}</script>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
