import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import settings from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The anchors of a document, as GitHub makes them from its headings. */
function anchorsOf(name: string): string[] {
  return allOf(textOf(name), /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsNowhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

describe.each(documents)('%s', (name) => {
  const text = textOf(name);

  test('links to files and headings that exist', () => {
    const links = allOf(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^(https?|mailto):/.test(link));
    expect(links.filter((link) => leadsNowhere(name, link))).toEqual([]);
  });

  test('names commands and programs that exist', () => {
    const commands = allOf(text, /npm run (?:--silent )?([\w:-]+)/g);
    expect(commands.filter((command) => !(command in settings.scripts))).toEqual([]);
    const programs = allOf(text, /\bnode ([\w/-]+\.(?:ts|mjs))/g);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });
});
