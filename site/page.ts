import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../domain/languages.ts';

/** A page of its own address, rendered while the site is built. */
export interface Page {
  /** The name of its file, without `.html`. */
  readonly name: string;
  /** Where search engines find it; left out of the list of pages otherwise. */
  readonly path?: string;
  /** Pages for visitors have a frame and styles of their own, and no script; the reference otherwise. */
  readonly template?: 'front';
  /** English unless it says otherwise. */
  readonly language?: Language;
  readonly title: string;
  readonly description: string;
  readonly body: ReactElement;
}

/** The page in the built template. */
export function fillTemplate(template: string, { language = 'en', path = '', title, description, body }: Page): string {
  const values: Record<string, string> = {
    __TITLE__: escapeText(title),
    __DESCRIPTION__: escapeText(description),
    __PATH__: path,
    __BODY__: renderToStaticMarkup(body),
  };
  // A function, because `$&` in a replacement text would mean the match.
  const inLanguage = template.replace('<html lang="en">', `<html lang="${language}">`);
  return inLanguage.replaceAll(/__(?:TITLE|DESCRIPTION|PATH|BODY)__/g, (name) => values[name] ?? name);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
