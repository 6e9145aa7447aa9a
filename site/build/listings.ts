import { ARTICLE_KINDS, type Article } from '../articles/article.ts';
import { alternatesOf, type Page } from '../page.ts';

/** Files for machines. `__ORIGIN__` is filled in when they are served. */
export function listings(pages: readonly Page[], articles: readonly Article[]): Record<string, string> {
  const listed = pages
    .flatMap((page) => (page.path === undefined ? [] : [{ path: page.path, page }]))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    'robots.txt':
      'User-agent: *\nAllow: /\nDisallow: /invoice/\nDisallow: /demo/invoice\nDisallow: /demo-iframe\nDisallow: /spa/\nDisallow: /auth/\nSitemap: __ORIGIN__/sitemap.xml\n',
    'sitemap.xml': `${XML}${URL_SET}${listed
      .map(({ path, page }) => `<url><loc>__ORIGIN__${path}</loc>${inOtherLanguages(page)}</url>`)
      .join('')}</urlset>\n`,
    'blog.xml': feed(articles.filter(({ kind }) => kind === 'blog')),
    'favicon.svg': FAVICON,
  };
}

function inOtherLanguages(page: Page): string {
  return alternatesOf(page)
    .map(({ language, path }) => `<xhtml:link rel="alternate" hreflang="${language}" href="__ORIGIN__${path}"/>`)
    .join('');
}

function feed(posts: readonly Article[]): string {
  const items = posts.map(
    ({ title, description, path, date }) =>
      `<item><title>${escapeXml(title)}</title><link>__ORIGIN__${path}</link><guid>__ORIGIN__${path}</guid>` +
      `<description>${escapeXml(description)}</description><pubDate>${new Date(date).toUTCString()}</pubDate></item>`,
  );
  return (
    `${XML}<rss version="2.0"><channel><title>__OPERATOR__: ${ARTICLE_KINDS.blog.title}</title>` +
    `<link>__ORIGIN__${ARTICLE_KINDS.blog.path}</link><description>Payments in coins, explained.</description>` +
    `${items.join('')}</channel></rss>\n`
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const URL_SET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" fill="none" stroke="#2447e0" stroke-width="2.6" stroke-linecap="round">
<style>@media (prefers-color-scheme: dark) { svg { stroke: #8ea2ff } }</style>
<path d="M3 5v16M23 5v16M7 10c2-2 4-2 6 0s4 2 6 0M7 16c2-2 4-2 6 0s4 2 6 0"/></svg>
`;
