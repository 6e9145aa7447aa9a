import { describe, expect, test } from 'vitest';
import { LEGAL_DOCUMENTS } from '../../domain/legal/documents.ts';
import { readArticle } from './article.ts';
import { readArticles } from './read-articles.ts';

const HEAD = `title: A title of an article
headTitle: Its title in a tab
description: What it is about, in a sentence that a search engine may show below its title.
date: 2026-11-28
updated: 2026-11-28
topic: Payments`;

const article = (body: string, head = HEAD) => readArticle('blog', 'one', `---\n${head}\n---\n${body}`);

describe('an article of the site', () => {
  test('has its path, its sections and how long it takes to read', () => {
    const read = article(`Words.\n\n## First part\n\nMore.\n\n## Second & last\n\n${'word '.repeat(660)}`);
    expect(read).toMatchObject({ path: '/blog/one', topic: 'Payments', minutes: 3 });
    expect(read.sections).toEqual([
      { id: 'first-part', title: 'First part' },
      { id: 'second-last', title: 'Second & last' },
    ]);
    expect(read.html).toContain('<h2 id="second-last">Second &amp; last</h2>');
  });

  test('shows HTML in its text as text', () => {
    expect(article('<script>alert(1)</script>\n\nAn <b>inline</b> tag.').html).not.toMatch(/<(script|b)>/);
  });

  test('has a corner of a table without words as no header', () => {
    expect(article('| | A |\n|---|---:|\n| b | 1 |').html).toMatch(/<tr>\s*<td><\/td>\s*<th align="right">A<\/th>/);
  });

  test.each([
    { why: 'an unknown field', head: `${HEAD}\nauthor: somebody` },
    { why: 'a description that is too short', head: HEAD.replace(/description: .*/, 'description: Short.') },
    { why: 'a date that is no day', head: HEAD.replace('date: 2026-11-28', 'date: yesterday') },
    { why: 'a source without TLS', head: `${HEAD}\nsources:\n  - name: Somewhere\n    url: http://a.example` },
  ])('is refused with $why, by the name of its file', ({ head }) => {
    expect(() => article('Words.', head)).toThrow('site/content/blog/one.md');
  });

  test('is refused with a heading of the first order, or without front matter', () => {
    expect(() => article('# Another title')).toThrow('only heading of the first order');
    expect(() => readArticle('blog', 'one', 'Words.')).toThrow('no front matter');
    expect(() => readArticle('blog', 'One Two', `---\n${HEAD}\n---\n`)).toThrow('no slug');
  });
});

describe('the articles', async () => {
  const articles = await readArticles();

  test('have titles and descriptions of their own', () => {
    for (const field of ['title', 'headTitle', 'description'] as const) {
      expect(new Set(articles.map((each) => each[field])).size).toBe(articles.length);
    }
  });

  test('link only to articles and pages that exist', () => {
    const paths = new Set([...articles.map(({ path }) => path), ...PAGES]);
    const broken = articles.flatMap(({ path, html }) =>
      [...html.matchAll(/href="(\/[^"#?]*)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !paths.has(target))
        .map((target) => `${path} links to ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('of countries name their country by its code, and their sources', () => {
    const countries = articles.filter(({ kind }) => kind === 'countries');
    expect(countries.filter(({ code, sources = [] }) => code === undefined || sources.length === 0)).toEqual([]);
  });
});

/** The pages that articles may link to, besides other articles. */
const PAGES = [
  '/',
  '/pricing',
  '/blog',
  '/support/articles',
  '/guides/coins',
  '/guides/countries',
  '/docs/api',
  '/verify',
  '/auth/sign-up',
  '/auth/sign-in',
  '/support',
  '/dashboard',
  ...LEGAL_DOCUMENTS.map(({ slug }) => `/legal/${slug}`),
];
