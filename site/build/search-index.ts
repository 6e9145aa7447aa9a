import type { SearchedArticle } from '../../domain/site/search.ts';
import type { Article } from '../articles/article.ts';
import type { Guide } from '../guides/read-guides.ts';
import { type Group, slugOf } from '../reference/document.ts';

/**
 * The index of `/search`. Not Pagefind: its WebAssembly needs `wasm-unsafe-eval`, and our policy has no `unsafe`
 * source. A form that the server answers needs no script at all, and a hundred articles are searched in a few
 * milliseconds.
 */
export function searchIndex(articles: readonly Article[]): readonly SearchedArticle[] {
  return articles.map(({ path, title, description, html }) => ({ path, title, description, text: textOf(html) }));
}

/** The index of `/docs/api/search`: calls and objects, and the guides with their texts. */
export function referenceIndex(
  groups: readonly Group[],
  guides: readonly Pick<Guide, 'path' | 'title' | 'about' | 'html'>[],
): readonly SearchedArticle[] {
  // Calls of our own pages have the same words and are not for integrators.
  const entries = groups.filter(({ isInternal }) => !isInternal).flatMap(entriesOf);
  const pages = guides.map(({ path, title, about, html }) => ({ path, title, description: about, text: textOf(html) }));
  return [...pages, ...entries];
}

function entriesOf({ slug, name, description, calls, schemas }: Group): SearchedArticle[] {
  const path = `/docs/api/${slug}`;
  return [
    { path, title: name, description, text: description },
    ...calls.map(({ id, method, path: route, operation: { summary, description: about } }) => ({
      path: `${path}#${id}`,
      title: summary ?? route,
      description: `${method} ${route}`,
      text: `${method} ${route} · ${(about ?? '').replaceAll('`', '')}`,
    })),
    ...schemas.map(([schema, { description: about, properties }]) => ({
      path: `${path}#object-${slugOf(schema)}`,
      title: schema,
      description: about ?? `Object of ${name}.`,
      text: Object.keys(properties ?? {}).join(', '),
    })),
  ];
}

/** The help articles of each screen of the back office, which links to them. */
export function helpByScreen(
  articles: readonly Article[],
): Readonly<Record<string, readonly Pick<Article, 'path' | 'title'>[]>> {
  const screens = [...new Set(articles.flatMap(({ screen }) => screen ?? []))].sort();
  return Object.fromEntries(
    screens.map((screen) => [
      screen,
      articles.filter((article) => article.screen === screen).map(({ path, title }) => ({ path, title })),
    ]),
  );
}

/** Words next to marks within a line stay as they are, and a heading does not run into its text. */
function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|abbr|b|code|em|i|kbd|span|strong)\b[^<>]*>/g, '')
    .replaceAll(/([.:!?])?<\/h[1-6]>/g, (_, mark: string | undefined) => `${mark ?? ':'} `)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
