import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Archaic or translated words, and what is written in one form only: US spelling, hyphens. */
const REFUSED = [
  /\b(?:anew|whoever|wherein|thereof)\b/i,
  /\b(?:is|are|was|were|been|be) told\b(?! apart)/i,
  /\b(?:where|what) shall\b/i,
  /\bby itself, usually\b/i,
  /\bused already\b/i,
  /\be-mails?\b/i,
  /\b(?:behaviour|colour|cancelled|authoris|recognis|favourite)/i,
  /\bQR-codes?\b|\bweb-hooks?\b/i,
];
/** In texts for merchants and payers; engineers may read what was asked for. */
const REFUSED_IN_CATALOGUES = [
  ...REFUSED,
  /\basked for\b/i,
  /\btoo much\b.*\btoo much\b/i,
  /\bgive up\b/i,
  /\bmails?\b(?! server)/i,
  /\bhand(?:ed)? in\b/i,
  /\bgo on (?:to|working)\b|\bstands? here\b|\bbe taken back\b/i,
  /\b(?:invoice|payout|transaction|request) id\b/,
];

/** Their words are those of the code. */
const GENERATED: ReadonlySet<string> = new Set(['permissions.md', 'states.md']);

const catalogues: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('locales/en/*.json', { cwd: root }).map((path) => [path, read(path)]),
);
const backOffice = readdirSync(new URL('admin/i18n/', root))
  .filter((name) => name.startsWith('messages-en'))
  .map((name): [string, string] => [`admin/i18n/${name}`, textsOf(read(`admin/i18n/${name}`))]);
const values = (json: string) => json.replaceAll(/"[\w.-]+":/g, '');

/** Text for readers: code, commands and names of the API stay as they are. */
const prose = (markdown: string) =>
  markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');

function findings(text: string, refused: readonly RegExp[]): string[] {
  return text.split('\n').filter((line) => refused.some((pattern) => pattern.test(line)));
}

/** The texts of a catalogue in TypeScript, one a line, without its keys and comments. */
function textsOf(source: string): string {
  const texts = source.matchAll(/^ +(?:'[^']+': ?)?(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"),$/gm);
  return [...texts].map(([, single, double]) => single ?? double ?? '').join('\n');
}

/** Spec §8 has it so. */
const OF_THE_SPEC = 'First enable mail subscription notification';

/** Server code whose texts people outside of engineering read: errors, mails, the audit log, the API reference. */
const FOR_MERCHANTS = /^(?:api|activities\/mail|domain\/(?:audit|errors|staff-permissions)\.ts|site)\b/;

/** The texts of code on the server and of the public pages: literals and JSX with more than one word, no SQL. */
function textsOfCode(path: string): string[] {
  const texts: string[] = [];
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, false, kind));
  return texts.filter(
    (text) => /[a-z] [a-z]/i.test(text) && !/\b(?:SELECT|UPDATE|INSERT|DELETE|FROM|SET)\b/.test(text),
  );

  function visit(node: ts.Node): void {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      texts.push(node.text);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  }
}

function codeOfServers(): string[] {
  const folders = [
    'domain',
    'db',
    'activities',
    'api',
    'workflows',
    'monitoring',
    'settings',
    'temporal',
    'scripts',
    'site',
  ];
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' }).split('\n');
  const skipped = /\.(?:test|fixture)\.tsx?$|\/testing\//;
  return files.filter((path) => /\.tsx?$/.test(path) && !skipped.test(path));
}

describe('plain English', () => {
  it.each(Object.entries(catalogues))('is what %s is written in', (_name, json) => {
    expect(findings(values(json), REFUSED_IN_CATALOGUES)).toEqual([]);
  });

  it.each(backOffice)('is what %s is written in', (_path, texts) => {
    expect(texts).not.toBe('');
    expect(findings(texts.replace(OF_THE_SPEC, ''), REFUSED_IN_CATALOGUES)).toEqual([]);
  });

  it('is what servers say', { timeout: 120_000 }, () => {
    const found = codeOfServers().flatMap((path) => {
      const refused = FOR_MERCHANTS.test(path) ? REFUSED_IN_CATALOGUES : REFUSED;
      const texts = textsOfCode(path).map((text) => text.replace(OF_THE_SPEC, ''));
      return findings(texts.join('\n'), refused).map((text) => `${path}: ${text}`);
    });
    expect(found).toEqual([]);
  });

  const docs = globSync(['*.md', '.github/**/*.{md,yml}', 'docs/**/*.md', 'locales/en/legal/*.md'], {
    cwd: root,
  }).filter((path) => !GENERATED.has(basename(path)));
  it.each(docs)('is what %s is written in', (path) => {
    expect(findings(prose(read(path)), REFUSED)).toEqual([]);
  });

  it('refuses what it must, and reads code', () => {
    expect(findings('Nobody is told.\nAn e-mail\nfine', REFUSED)).toHaveLength(2);
    expect(textsOfCode('domain/errors.ts')).toContain('The request could not be read.');
  });
});
