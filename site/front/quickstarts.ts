import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guidePath } from '../guides/read-guides.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'quickstarts.md');

/** A page of `docs/quickstart`. */
export interface Quickstart {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** It needs nothing but a language: five minutes. */
  readonly isShort: boolean;
}

/** The quickstarts in the order of their map. @throws Error if it lists none */
export async function readQuickstarts(): Promise<readonly Quickstart[]> {
  const text = await readFile(FILE, 'utf8');
  const rows = text.matchAll(/^\| \[([^\]]+)\]\((quickstart\/[\w.-]+)\) \| ([^|]+) \|$/gm);
  const found = [...rows].map(([, title = '', path = '', about = '']) => ({
    path: guidePath(path),
    title,
    about,
    isShort: path.includes('/webhook-') || path.endsWith('/curl.md'),
  }));
  if (found.length === 0) throw new Error('docs/quickstarts.md lists no quickstart.');
  return found;
}
