import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en as invoiceMails } from '../../../activities/mail/invoice-words/en.ts';
import { REFUND_WORDS } from '../../../activities/mail/invoice-words/refund-words.ts';

const root = new URL('../../../', import.meta.url);
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
  /\bmails?\b/i,
  /\bhand(?:ed)? in\b/i,
  /\bgo on (?:to|working)\b|\bstands? here\b|\bbe taken back\b/i,
  /\b(?:invoice|payout|transaction|request) id\b/,
];

/** Their words are those of the code. */
const GENERATED: ReadonlySet<string> = new Set(['permissions.md', 'states.md']);

const catalogues: Readonly<Record<string, string>> = {
  'the page': read('invoice-page/src/i18n/locales/en.json'),
  'mails about invoices': JSON.stringify(invoiceMails, null, 1),
  'mails about refunds': JSON.stringify(REFUND_WORDS.en, null, 1),
};
const backOffice = readdirSync(new URL('admin/i18n/', root))
  .filter((name) => name.startsWith('messages-en'))
  .map((name): [string, string] => [`admin/i18n/${name}`, textsOf(read(`admin/i18n/${name}`))]);
const values = (json: string) => json.replaceAll(/"[\w.]+":/g, '');

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

describe('plain English', () => {
  it.each(Object.entries(catalogues))('is what %s is written in', (_name, json) => {
    expect(findings(values(json), REFUSED_IN_CATALOGUES)).toEqual([]);
  });

  it.each(backOffice)('is what %s is written in', (_path, texts) => {
    expect(texts).not.toBe('');
    expect(findings(texts.replace(OF_THE_SPEC, ''), REFUSED_IN_CATALOGUES)).toEqual([]);
  });

  const docs = [
    ...readdirSync(new URL('docs/', root))
      .filter((name) => name.endsWith('.md') && !GENERATED.has(name))
      .map((name) => `docs/${name}`),
    'README.md',
    'CONTRIBUTING.md',
  ];
  it.each(docs)('is what %s is written in', (path) => {
    expect(findings(prose(read(path)), REFUSED)).toEqual([]);
  });

  it('is told from what it is not', () => {
    expect(findings('Nobody is told.\nAn e-mail\nfine', REFUSED)).toHaveLength(2);
  });
});
