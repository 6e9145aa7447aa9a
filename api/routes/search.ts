import { join } from 'node:path';
import { type SearchedArticle, searchArticles, searchedWords } from '../../domain/site/search.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { escapeText, fillIn, type SiteValues, settingsOf } from '../pages/site-values.ts';
import { inlineStylesOf } from '../plugins/inline-styles.ts';
import { HTML, readPage } from '../site-pages.ts';

const LONGEST_QUERY = 100;

/** `/search?q=…`: the articles of the site that contain the words, as a page that needs no script. */
export function searchRoute(app: App, folder: string, { config }: ServerDeps): void {
  const pages = join(folder, 'pages');
  let kept: Promise<{ readonly page: string; readonly articles: readonly SearchedArticle[] }> | undefined;
  const built = () => {
    kept ??= Promise.all([readPage(pages, 'search.html'), readPage(pages, 'search-index.json')])
      .then(([page, index]) => ({ page, articles: JSON.parse(index) as readonly SearchedArticle[] }))
      .catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
    return kept;
  };
  app.get<{ Querystring: { q?: unknown } }>(
    '/search',
    { config: anyone('Articles are for everyone.'), schema: { hide: true } },
    async ({ query: { q } }, reply) => {
      const query = typeof q === 'string' ? q.slice(0, LONGEST_QUERY) : '';
      const { page, articles } = await built();
      const html = fillIn(page, { ...settingsOf(config), ...valuesOf(articles, query) });
      return reply.allowStyles(inlineStylesOf(page)).type(HTML).header('cache-control', 'no-store').send(html);
    },
  );
}

function valuesOf(articles: readonly SearchedArticle[], query: string): SiteValues {
  const found = searchArticles(articles, query);
  const items = found.map(
    ({ path, title, excerpt }) => `<li><a href="${path}">${escapeText(title)}</a><p>${escapeText(excerpt)}</p></li>`,
  );
  return {
    SEARCH_QUERY: query,
    SEARCH_HEADING: headingOf(query, found.length),
    SEARCH_RESULTS: {
      html:
        items.length > 0
          ? `<ul>${items.join('')}</ul>`
          : '<p>Try other words, or <a href="/support">contact support</a>.</p>',
    },
  };
}

function headingOf(query: string, count: number): string {
  const words = searchedWords(query).join(' ');
  if (words === '') return 'What are you looking for?';
  if (count === 0) return `No article contains “${words}”`;
  return `${count === 1 ? 'One article contains' : `${count} articles contain`} “${words}”`;
}
