import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { renderMarkdown, type Section } from './markdown.ts';

/** The kinds of articles, where each lives, and what its list is called. */
export const ARTICLE_KINDS = {
  blog: { path: '/blog', title: 'Blog' },
  help: { path: '/support/articles', title: 'Help' },
  coins: { path: '/guides/coins', title: 'Coins' },
  countries: { path: '/guides/countries', title: 'Rules by country' },
} as const;

export type ArticleKind = keyof typeof ARTICLE_KINDS;

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** The fields in the head of an article's file. */
const frontMatter = Type.Object(
  {
    title: Type.String({ minLength: 8, maxLength: 90 }),
    /** Of the browser's tab and of search results. */
    headTitle: Type.String({ minLength: 8, maxLength: 60 }),
    description: Type.String({ minLength: 60, maxLength: 160 }),
    date: day,
    updated: day,
    topic: Type.String({ minLength: 2, maxLength: 40 }),
    /** The screen of the back office whose questions it answers. */
    screen: Type.Optional(Type.String({ pattern: '^/' })),
    /** ISO 3166, of a country's guide. */
    code: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    sources: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 3 }), url: Type.String({ pattern: '^https://' }) },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export interface Article extends Static<typeof frontMatter> {
  readonly kind: ArticleKind;
  readonly slug: string;
  readonly path: string;
  readonly html: string;
  /** Its h2 headings, in order. */
  readonly sections: readonly Section[];
  readonly minutes: number;
}

const WORDS_A_MINUTE = 220;

/**
 * Reads a Markdown file with front matter.
 *
 * @throws Error that names the file and what is wrong with it
 */
export function readArticle(kind: ArticleKind, slug: string, text: string): Article {
  const fail = (why: string): never => {
    throw new Error(`site/content/${kind}/${slug}.md: ${why}`);
  };
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) fail('the name of the file is no slug.');
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? fail('it has no front matter.');
  // The schema `core` of YAML would make dates of dates.
  const values: unknown = parse(head ?? '', { schema: 'failsafe' });
  if (!Value.Check(frontMatter, values)) {
    const [first] = Value.Errors(frontMatter, values);
    return fail(`${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`);
  }
  if (/^# /m.test(body ?? '')) fail('the title is the only heading of the first order.');
  const sections: Section[] = [];
  const html = renderMarkdown(body ?? '', sections);
  const words = (body ?? '').split(/\s+/).length;
  return {
    ...values,
    kind,
    slug,
    html,
    sections,
    path: `${ARTICLE_KINDS[kind].path}/${slug}`,
    minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
  };
}
