import { ARTICLE_KINDS, type Article } from '../articles/article.ts';
import type { Page } from '../page.ts';

/** Files for machines. `__ORIGIN__` is filled in when they are served. */
export function listings(pages: readonly Page[], articles: readonly Article[]): Record<string, string> {
  const paths = pages.flatMap(({ path }) => (path === undefined ? [] : [path])).sort();
  return {
    'robots.txt':
      'User-agent: *\nAllow: /\nDisallow: /invoice/\nDisallow: /demo/invoice\nDisallow: /demo-iframe\nDisallow: /spa/\nDisallow: /auth/\nSitemap: __ORIGIN__/sitemap.xml\n',
    'sitemap.xml': `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>__ORIGIN__${path}</loc></url>`)
      .join('')}</urlset>\n`,
    'blog.xml': feed(articles.filter(({ kind }) => kind === 'blog')),
    'favicon.svg': FAVICON,
  };
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

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" fill="none" stroke="#2447e0" stroke-width="2.6" stroke-linecap="round">
<style>@media (prefers-color-scheme: dark) { svg { stroke: #8ea2ff } }</style>
<path d="M3 5v16M23 5v16M7 10c2-2 4-2 6 0s4 2 6 0M7 16c2-2 4-2 6 0s4 2 6 0"/></svg>
`;
