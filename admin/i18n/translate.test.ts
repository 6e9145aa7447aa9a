import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../../domain/state/invoice-status.ts';
import { ERROR_CODES } from '../system/error-codes.ts';
import { en } from './messages-en.ts';
import { lightMessages } from './messages-en-light.ts';
import { isMessageKey, t, translateOr } from './translate.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

describe('a text', () => {
  it('fills its values in, numbers with separators', () => {
    expect(t('list.range', { from: 1, to: 15, total: 1284 })).toBe('1–15 of 1,284');
  });

  it('picks its form by number', () => {
    expect(t('invoices.count', { smart_count: 1 })).toBe('1 invoice');
    expect(t('invoices.count', { smart_count: 0 })).toBe('0 invoices');
  });

  it('falls back for keys that a newer server may send', () => {
    expect(translateOr('status.brand_new', 'brand new')).toBe('brand new');
    expect(translateOr('toString', 'no prototype')).toBe('no prototype');
  });
});

it('there are words for every status, error page and moment', () => {
  for (const status of INVOICE_STATUSES) {
    expect(isMessageKey(`status.${status}`), status).toBe(true);
  }
  for (const code of ERROR_CODES) expect(isMessageKey(`system.${code}.title`), String(code)).toBe(true);
});

it('no key is in two files: the last one would win', () => {
  const files = readdirSync(`${root}/i18n`).filter((name) => name.startsWith('messages-en'));
  const keys = files.flatMap((name) => ownKeys(readFileSync(`${root}/i18n/${name}`, 'utf8')));
  expect(keys.length).toBeGreaterThan(Object.keys(en).length);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it('every message is used, by name or by the beginning of its name', () => {
  const source = sources().join('\n');
  const unused = Object.keys(en).filter((key) => !isMentioned(key, source));
  expect(unused).toEqual([]);
});

it('pages without a session use no words that come with the back office', () => {
  const source = [...lightTree(`${root}/main.tsx`)].map((path) => readFileSync(path, 'utf8')).join('\n');
  const used = Object.keys(en).filter((key) => isMentioned(key, source));
  expect(used).toContain('signUp.title');
  expect(used.filter((key) => !Object.hasOwn(lightMessages, key))).toEqual([]);
});

/**
 * All modules that the entry imports, directly or lazily, down to modules with messages of their own: the back office
 * and the staff console.
 */
function lightTree(path: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(path, 'utf8');
  // Modules that start by importing their messages load them themselves.
  const bringsWords = /^import '[^']*words\.ts'/.test(source);
  if (seen.has(path) || bringsWords || path.includes('/messages-en')) return seen;
  seen.add(path);
  const imports = /(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'|import\('(\.[^']+)'\)/g;
  for (const [, now, later] of source.matchAll(imports)) {
    const next = join(dirname(path), now ?? later ?? '');
    if (next.startsWith(root)) lightTree(next, seen);
  }
  return seen;
}

/** The keys that a file of words names itself: some files also hold those of others. */
function ownKeys(source: string): string[] {
  return [...source.matchAll(/^ {2}'([^']+)':/gm)].map(([, key = '']) => key);
}

function isMentioned(key: string, source: string): boolean {
  if (source.includes(`'${key}'`) || source.includes(`"${key}"`)) return true;
  const [, list, word] = /^(\w+)\.(title|count|fresh|loading|error|none|noneSearch)$/.exec(key) ?? [];
  if (word && source.includes(`words="${list}"`)) return true;
  // Keys made of parts are written `beginning.${part}` or `beginning.${part}.end`.
  const dots = [...key.matchAll(/\./g)].map(({ index }) => index);
  return dots.some((dot) => source.includes(`\`${key.slice(0, dot + 1)}\${`));
}

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/messages-en|\.test\.|^dist|^testing/.test(path))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'));
}
