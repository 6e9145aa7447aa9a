import { join } from 'node:path';
import {
  type Found,
  offeredArticles,
  type SearchedArticle,
  searchArticles,
  searchedWords,
} from '../../domain/site/search.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { escapeText, fillIn, type SiteValues, settingsOf } from '../pages/site-values.ts';
import { inlineStylesOf } from '../plugins/inline-styles.ts';
import { HTML, readPage } from '../site-pages.ts';

const LONGEST_QUERY = 100;

/** `/search?q=…`: the articles of the site that contain the words, as a page that needs no script. */
export function searchRoute(app: App, folder: string, deps: ServerDeps): void {
  const names = { page: 'search.html', index: 'search-index.json', kind: ['article', 'articles'] } as const;
  const built = searchPage(app, '/search', { folder, deps, ...names });
  app.get<{ Querystring: { q?: unknown } }>(
    '/support/articles/offers.json',
    { config: anyone('Articles are for everyone.'), schema: { hide: true } },
    async ({ query: { q } }, reply) => {
      const { articles } = await built();
      const found = offeredArticles(articles, typeof q === 'string' ? q.slice(0, 2 * LONGEST_QUERY) : '');
      const data = found.map(({ path, title }) => ({ path, title }));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

/** The same of calls, objects and guides: `/docs/api/search?q=…`. */
export function referenceSearchRoute(app: App, folder: string, deps: ServerDeps): void {
  const page = `${deps.config.hasSite ? '' : 'bare-'}docs-api-search.html`;
  const index = deps.config.hasSite ? 'reference-index.json' : 'bare-reference-index.json';
  searchPage(app, '/docs/api/search', { folder, deps, page, index, kind: ['entry', 'entries'] });
}

/** The files of a search, read when the first visitor searches. */
interface Built {
  readonly page: string;
  readonly articles: readonly SearchedArticle[];
}

interface Searched {
  readonly folder: string;
  readonly deps: ServerDeps;
  readonly page: string;
  readonly index: string;
  /** A result is called so, and several. */
  readonly kind: readonly [one: string, many: string];
}

function searchPage(
  app: App,
  url: string,
  { folder, deps: { config }, page: file, index: list, kind }: Searched,
): () => Promise<Built> {
  const pages = join(folder, 'pages');
  let kept: Promise<Built> | undefined;
  const built = () => {
    kept ??= Promise.all([readPage(pages, file), readPage(pages, list)])
      .then(([page, index]) => ({ page, articles: JSON.parse(index) as readonly SearchedArticle[] }))
      .catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
    return kept;
  };
  app.get<{ Querystring: { q?: unknown } }>(
    url,
    { config: anyone('Articles and the reference are for everyone.'), schema: { hide: true } },
    async ({ query: { q } }, reply) => {
      const query = typeof q === 'string' ? q.slice(0, LONGEST_QUERY) : '';
      const { page, articles } = await built();
      const html = fillIn(page, {
        ...settingsOf(config),
        ...valuesOf(searchArticles(articles, query), { query, kind }),
      });
      return reply.allowStyles(inlineStylesOf(page)).type(HTML).header('cache-control', 'no-store').send(html);
    },
  );
  return built;
}

interface Query {
  readonly query: string;
  readonly kind: Searched['kind'];
}

function valuesOf(found: readonly Found[], { query, kind }: Query): SiteValues {
  const items = found.map(
    ({ path, title, excerpt }) => `<li><a href="${path}">${escapeText(title)}</a><p>${escapeText(excerpt)}</p></li>`,
  );
  return {
    SEARCH_QUERY: query,
    SEARCH_HEADING: headingOf(found.length, { query, kind }),
    SEARCH_RESULTS: {
      html:
        items.length > 0
          ? `<ul>${items.join('')}</ul>`
          : '<p>Try other words, or <a href="/support">contact support</a>.</p>',
    },
  };
}

function headingOf(count: number, { query, kind: [one, many] }: Query): string {
  const words = searchedWords(query).join(' ');
  if (words === '') return 'What are you looking for?';
  if (count === 0) return `No ${one} contains “${words}”`;
  return `${count === 1 ? `One ${one} contains` : `${count} ${many} contain`} “${words}”`;
}
