import { MARK_ON_TILE, MARK_PATH, MARK_SIDE } from '../../domain/site/mark.ts';
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

const MARGIN = ((1 - MARK_ON_TILE) / 2) * MARK_SIDE;

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIDE} ${MARK_SIDE}">
<rect width="${MARK_SIDE}" height="${MARK_SIDE}" rx="6" fill="#2447e0"/>
<path transform="translate(${MARGIN} ${MARGIN}) scale(${MARK_ON_TILE})"
  d="${MARK_PATH}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;
