import type { Plugin } from 'vite';

const MARK = '    <!-- front-head -->\n';

/** Paths are those of the templates in `site/`. */
const HEAD = `    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="__DESCRIPTION__" />
    <meta property="og:title" content="__TITLE__" />
    <meta property="og:description" content="__DESCRIPTION__" />
    <meta property="og:type" content="website" />
    <title>__TITLE__</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="canonical" href="__ORIGIN____PATH__" />
    <link rel="alternate" type="application/rss+xml" title="Blog" href="/blog.xml" />
    <link
      rel="preload"
      as="font"
      type="font/woff2"
      href="../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2"
      crossorigin
    />
    <link rel="stylesheet" href="./styles/front.css" />
`;

/** Writes the head that all pages for visitors have into each of their templates, before Vite reads what it names. */
export function frontHead(): Plugin {
  return {
    name: 'front-head',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(MARK, HEAD) },
  };
}
