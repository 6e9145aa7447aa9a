import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A page of its own address, rendered while the site is built. */
export interface Page {
  /** The name of its file, without `.html`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly body: ReactElement;
}

/** The page in the built template. */
export function fillTemplate(template: string, { title, description, body }: Page): string {
  const values: Record<string, string> = {
    __TITLE__: escapeText(title),
    __DESCRIPTION__: escapeText(description),
    __BODY__: renderToStaticMarkup(body),
  };
  // A function, because `$&` in a replacement text would mean the match.
  return template.replaceAll(/__(?:TITLE|DESCRIPTION|BODY)__/g, (name) => values[name] ?? name);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
