import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'quickstarts.md');

/** A page of `docs/quickstart`, which the gateway serves as Markdown. */
export interface Quickstart {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

/** The quickstarts in the order of their map. @throws Error if it lists none */
export async function readQuickstarts(): Promise<readonly Quickstart[]> {
  const text = await readFile(FILE, 'utf8');
  const rows = text.matchAll(/^\| \[([^\]]+)\]\((quickstart\/[\w.-]+)\) \| ([^|]+) \|$/gm);
  const found = [...rows].map(([, title = '', path = '', about = '']) => ({ path: `/docs/${path}`, title, about }));
  if (found.length === 0) throw new Error('docs/quickstarts.md lists no quickstart.');
  return found;
}
