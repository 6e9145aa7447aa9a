import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderMarkdown, type Section } from '../articles/markdown.ts';

const FILE = join(import.meta.dirname, '..', '..', 'CHANGELOG.md');

/** A version of the file, or what is not released yet. */
const VERSION = /^\[?(Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?)\]?(?: - \d{4}-\d{2}-\d{2})?(?: \[YANKED\])?$/;
/** The kinds of changes of "Keep a changelog". */
const KINDS = /^(Added|Changed|Deprecated|Removed|Fixed|Security)$/;

export interface Changelog {
  readonly html: string;
  readonly versions: readonly Section[];
}

/** The changelog of the repository; undefined before there is one. @throws Error naming what is not of its form */
export async function readChangelog(): Promise<Changelog | undefined> {
  const text = await readFile(FILE, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : renderChangelog(text);
}

/** As HTML, from the first version on. Links to files of the repository are text: they lead nowhere on a site. */
export function renderChangelog(text: string): Changelog {
  const start = text.search(/^## /m);
  if (start < 0) throw new Error('CHANGELOG.md has no versions.');
  for (const [, marks = '', title = ''] of text.slice(start).matchAll(/^(#{2,3}) (.*)$/gm)) {
    const form = marks === '##' ? VERSION : KINDS;
    if (!form.test(title.trim())) throw new Error(`CHANGELOG.md: "${title}" is not of the form "Keep a changelog".`);
  }
  const versions: Section[] = [];
  const html = renderMarkdown(text.slice(start).replaceAll(/^## \[([^\]]+)\]/gm, '## $1'), versions);
  return {
    // Each release has the same kinds, so their names cannot be marks of the page.
    html: html
      .replaceAll(/<a href="(?!https?:|\/)[^"]*"[^>]*>(.*?)<\/a>/g, '$1')
      .replaceAll(/<h3 id="[^"]*">/g, '<h3>'),
    versions,
  };
}
