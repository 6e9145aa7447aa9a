import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES, type Language } from '../domain/languages.ts';
import { pathIn } from '../domain/site/translations.ts';
import { SiteContext } from './words.ts';

/** A page of its own address, rendered while the site is built. */
export interface Page {
  /** The name of its file, without `.html`. */
  readonly name: string;
  /** Where search engines find it; left out of the list of pages otherwise. */
  readonly path?: string;
  /** Its English path, if it is written in every language. */
  readonly translationOf?: string;
  /** Pages for visitors have their own styles, and a script for islands, forms and code; the reference otherwise. */
  readonly template?: 'front' | 'island' | 'form' | 'guide' | 'verify';
  /** English unless it says otherwise. */
  readonly language?: Language;
  readonly title: string;
  readonly description: string;
  /** Structured data for search engines (JSON-LD, schema.org). */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly body: ReactElement;
}

/** The page in the built template. */
export function fillTemplate(template: string, page: Page): string {
  const { language = 'en', path = '', translationOf, title, description, body, structured } = page;
  const site = { language, path: translationOf };
  const values: Record<string, string> = {
    __TITLE__: escapeText(page.template !== undefined ? title.replace('Tidegate', '__OPERATOR__') : title),
    __DESCRIPTION__: escapeText(description),
    __PATH__: path,
    __BODY__: renderToStaticMarkup(createElement(SiteContext, { value: site }, body)),
  };
  // A page that no search engine lists has no canonical address, and its readers no blog to follow.
  const isListed = page.path !== undefined;
  const linked = isListed ? template : template.replaceAll(/<link rel="(?:canonical|alternate)"[^>]*>/g, '');
  const head = (isListed ? alternates(page) : '') + (structured === undefined ? '' : jsonLd(structured));
  // A function, because `$&` in a replacement text would mean the match.
  const inLanguage = linked
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</head>', () => `${head}</head>`);
  return inLanguage.replaceAll(/__(?:TITLE|DESCRIPTION|PATH|BODY)__/g, (name) => values[name] ?? name);
}

/** A page in other languages, and the one for readers of none of them. */
export function alternatesOf({ translationOf }: Page): readonly { readonly language: string; readonly path: string }[] {
  if (translationOf === undefined) return [];
  const all = LANGUAGES.map((language) => ({ language, path: pathIn(language, translationOf) }));
  return [...all, { language: 'x-default', path: translationOf }];
}

/** A page in every language, each at the path of its language. */
export function inEveryLanguage(
  path: string,
  make: (language: Language) => Omit<Page, 'language' | 'path' | 'translationOf'>,
): Page[] {
  return LANGUAGES.map((language) => {
    const page = make(language);
    return { ...page, language, translationOf: path, name: fileIn(language, page.name), path: pathIn(language, path) };
  });
}

/** English files are at the top, those of another language in its folder. */
export function fileIn(language: Language, name: string): string {
  return language === 'en' ? name : `${language}/${name}`;
}

function alternates(page: Page): string {
  return alternatesOf(page)
    .map(({ language, path }) => `<link rel="alternate" hreflang="${language}" href="__ORIGIN__${path}" />\n`)
    .join('');
}

/** A block of data, which no browser runs. */
function jsonLd(structured: Readonly<Record<string, unknown>>): string {
  return `<script type="application/ld+json">${JSON.stringify(structured).replaceAll('<', '\\u003c')}</script>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
