import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENT_WORDS } from '../domain/webhooks/event-types.ts';
import settings from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', '.github/**/*.md', 'docs/**/*.md'], { cwd: root }).sort();
const pages = documents.filter((name) => name.startsWith('docs/') && name !== 'docs/README.md');
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

/** Folders whose files pages name. Paths with a placeholder (`<process>`, `…`) are no paths. */
const NAMED =
  /^(?:activities|admin|api|bench|contract|db|deploy|docker|docs|domain|e2e|invoice-page|monitoring|scripts|settings|site|temporal|tracing|workflows)\/[\w.*{},/-]*$/;

/** `a/{b,c}.ts` names two files. */
function expand(path: string): string[] {
  const [all, before = '', choices = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return all === undefined ? [path] : choices.split(',').flatMap((choice) => expand(before + choice + after));
}

describe.each(documents)('%s', (name) => {
  const text = textOf(name);

  test('links to files and headings that exist', () => {
    const links = allOf(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^(https?|mailto):/.test(link));
    expect(links.filter((link) => leadsNowhere(name, link))).toEqual([]);
  });

  // The changelog names files as they were.
  test.skipIf(name === 'CHANGELOG.md')('names files and folders that exist', () => {
    const named = allOf(text.replaceAll(/^```[\s\S]*?^```$/gm, ''), /`([^`\s]+)`/g).filter(
      (path) => path.includes('/') && NAMED.test(path) && !path.endsWith('/.env'),
    );
    const missing = named.flatMap(expand).filter((path) => globSync(path, { cwd: root }).length === 0);
    expect(missing).toEqual([]);
  });

  test('names functions in files that have them', () => {
    const named = [...text.matchAll(/`(\w+)\(\)` in `([\w./-]+\.tsx?)`/g)];
    const missing = named.filter(([, called = '', path = '']) => !new RegExp(`\\b${called}\\b`).test(textOf(path)));
    expect(missing.map(([mention]) => mention)).toEqual([]);
  });

  test('names commands and programs that exist', () => {
    const commands = allOf(text, /npm run (?:--silent )?([\w:-]+)/g);
    expect(commands.filter((command) => !(command in settings.scripts))).toEqual([]);
    const programs = allOf(text, /\bnode ([\w/-]+\.(?:ts|mjs))/g);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  /** A page's name in a map, and the sentence beside it in its table. */
  const entriesOf = (map: string) =>
    [...textOf(map).matchAll(/^(?:- |\| )\[([^\]]+)\]\(([^)]+)\)(?: \| (.+) \|)?$/gm)].map(
      ([, name, link = '', sentence]) => ({ name, path: normalize(join(dirname(map), link)), sentence }),
    );
  const runbooks = entriesOf('docs/operating/runbooks.md');
  const quickstarts = entriesOf('docs/quickstarts.md');
  const entries = [...entriesOf('docs/README.md'), ...quickstarts, ...runbooks];
  const titleOf = (name: string) => /^# (.+)$/m.exec(textOf(name))?.[1];

  test('leads to every page once, to runbooks and quickstarts by lists of their own', () => {
    expect(runbooks.filter(({ path }) => !path.startsWith('docs/runbooks/'))).toEqual([]);
    expect(quickstarts.filter(({ path }) => !path.startsWith('docs/quickstart/'))).toEqual([]);
    expect(pages.length).toBeGreaterThan(80);
    const listed = entries.map(({ path }) => path).filter((path) => pages.includes(path));
    expect(listed.toSorted()).toEqual(pages);
  });

  test('says in a sentence what each page is about, and calls guides and runbooks as they call themselves', () => {
    const named = entries.filter(({ path }) => /^docs\/(?:guides|quickstart|runbooks)\//.test(path));
    expect(named.filter(({ name, path }) => name !== titleOf(path))).toEqual([]);
    const described = entries.filter(({ path }) => !path.startsWith('docs/runbooks/'));
    expect(described.filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence ?? ''))).toEqual([]);
  });
});

test.each(pages.filter((name) => !name.startsWith('docs/runbooks/')))(
  '%s says in its first paragraph for whom it is',
  (name) => {
    expect(textOf(name).split('\n\n')[1]).toMatch(/^For [^:.]+: /);
  },
);

/** Drawn from the code; everything else is written for people. */
const GENERATED = ['docs/permissions.md', 'docs/states.md'];

test.each(documents.filter((name) => name.startsWith('docs/') && !GENERATED.includes(name)))(
  '%s is short enough to be read in one go: at most 10,000 bytes',
  (name) => {
    expect(Buffer.byteLength(textOf(name))).toBeLessThanOrEqual(10_000);
  },
);

describe('docs/webhooks.md', () => {
  const rows = allOf(textOf('docs/webhooks.md'), /^(\|.*\|)$/gm);

  // As for payouts, says the row of what has the statuses of one.
  test.each(Object.entries(EVENT_WORDS))('names the events of each %s', (kind, words) => {
    const row = rows.find((each) => each.includes(`| \`${kind}.`)) ?? '';
    const missing = row.includes('as for payouts') ? [] : words.filter((word) => !RegExp(`[.\`]${word}\``).test(row));
    expect(row).not.toBe('');
    expect(missing).toEqual([]);
  });
});

test('the README is read in a few minutes', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

describe('what a page installs', () => {
  const readmes = globSync('packages/*/README.md', { cwd: root });
  const texts = [...documents, ...readmes].map((name) => ({ name, text: textOf(name) }));

  test('is the version that the gateway serves', () => {
    const archive = /\btidegate-(?:(?:node|react|cli|php)-)?(\d+\.\d+\.\d+)[.-]/g;
    const named = texts.flatMap(({ name, text }) => allOf(text, archive).map((version) => ({ name, version })));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ version }) => version !== settings.version)).toEqual([]);
  });

  test('is never taken from a public registry by a name of ours, which anyone may have registered there', () => {
    const byName = /(?:npm (?:install|i|exec)|npx|pip install)[^\n`"']* (?:@tidegate\/|tidegate(?:\s|$))/gm;
    const found = texts.flatMap(({ name, text }) =>
      // This page says what not to do, and which lines will come.
      name === 'docs/api/sdks.md' ? [] : [...text.matchAll(byName)].map(([line]) => `${name}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
