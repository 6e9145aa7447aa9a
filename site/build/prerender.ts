import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { articlePages } from '../articles/pages.tsx';
import { readArticles } from '../articles/read-articles.ts';
import { demoPages } from '../demo/pages.tsx';
import { formPages } from '../forms/pages.tsx';
import { frontPages } from '../front/pages.tsx';
import { guidePages } from '../guides/pages.tsx';
import { readGuides } from '../guides/read-guides.ts';
import { legalPages } from '../legal/pages.tsx';
import { fileIn, fillTemplate, type Page } from '../page.ts';
import { groupsOf } from '../reference/document.ts';
import { referencePages } from '../reference/pages.tsx';
import { verifyPages } from '../verify/pages.tsx';
import { faviconIco } from './icons.ts';
import { listings } from './listings.ts';
import { writePicture } from './pictures.ts';
import { helpByScreen, referenceIndex, searchIndex } from './search-index.ts';

const TEMPLATES = ['index', 'front', 'island', 'form', 'guide', 'verify'] as const;

/** Adds the picture that social networks show of a listed page. */
async function withPicture(html: string, outDir: string, { title }: Page): Promise<string> {
  const picture = await writePicture(outDir, title.replace(/ – Tidegate.*$|^Tidegate\s?: /, ''));
  const card = '<meta name="twitter:card" content="summary_large_image" />';
  return html.replace('</head>', `<meta property="og:image" content="__ORIGIN__${picture}" />\n${card}\n</head>`);
}

/** Russian letters are in a file of their own. Without this, a first visit shows those of the system. */
function withLetters(html: string, { language }: Page, assets: readonly string[]): string {
  const cyrillic = assets.find((file) => file.startsWith('geist-cyrillic-wght-normal'));
  if (language !== 'ru' || cyrillic === undefined) return html;
  return html.replace(
    '</head>',
    `<link rel="preload" as="font" type="font/woff2" href="/site-assets/${cyrillic}" crossorigin />\n</head>`,
  );
}

/** The banner about cookies, the only script of most pages. It waits until the page is drawn. */
function withConsent(html: string): string {
  return html.replace('</head>', '<script type="module" src="/consent.js"></script>\n</head>');
}

/**
 * The page with its style sheets within it: they are 4 KB on the way, and a phone shows the page a round trip earlier.
 * The policy of the page names their hashes (`api/plugins/inline-styles.ts`). The reference keeps its links.
 */
async function withStyles(html: string, outDir: string): Promise<string> {
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="(\/site-assets\/[^"]+)">\n/g)];
  const sheets = await Promise.all(links.map(([, href = '']) => readFile(join(outDir, href), 'utf8')));
  // Vite's minifier does not know all of it yet, and warns.
  const latest = await readFile(join(import.meta.dirname, '../styles/latest.css'), 'utf8');
  const css = [...sheets, minified(latest)].map((sheet) => sheet.trim()).join('');
  return links
    .reduce((text, [link]) => text.replace(link, ''), html)
    .replace('</head>', () => `<style>${css}</style>\n</head>`);
}

function minified(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ');
}

/** Writes every page as plain HTML into `dist/pages/`, from the built templates that name the hashed files. */
export function prerenderPages(documentFile: string): Plugin {
  let outDir = '';
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      const document = JSON.parse(await readFile(documentFile, 'utf8')) as OpenApiDocument;
      const articles = await readArticles();
      const pages: readonly Page[] = [
        ...(await frontPages()),
        ...demoPages(),
        ...formPages(),
        ...articlePages(articles),
        ...(await guidePages()),
        ...referencePages(document),
        ...(await legalPages()),
        ...(await verifyPages()),
      ];
      const folder = join(outDir, 'pages');
      for (const language of LANGUAGES) await mkdir(join(folder, fileIn(language, '')), { recursive: true });
      const templates = new Map(
        await Promise.all(
          TEMPLATES.map(async (name) => {
            const html = await readFile(join(outDir, `${name}.html`), 'utf8');
            return [name, name === 'index' ? html : await withStyles(html, outDir)] as const;
          }),
        ),
      );
      const assets = await readdir(join(outDir, 'site-assets'));
      for (const page of pages) {
        const filled = withLetters(fillTemplate(templates.get(page.template ?? 'index') ?? '', page), page, assets);
        const html = withConsent(page.path === undefined ? filled : await withPicture(filled, outDir, page));
        await writeFile(join(folder, `${page.name}.html`), html);
      }
      await writeFile(join(folder, 'favicon.ico'), await faviconIco());
      await writeFile(join(folder, 'help-by-screen.json'), JSON.stringify(helpByScreen(articles)));
      await writeFile(join(folder, 'search-index.json'), JSON.stringify(searchIndex(articles)));
      const groups = groupsOf(document);
      await writeFile(join(folder, 'reference-index.json'), JSON.stringify(referenceIndex(groups, await readGuides())));
      await writeFile(join(folder, 'bare-reference-index.json'), JSON.stringify(referenceIndex(groups, [])));
      for (const [name, text] of Object.entries(listings(pages, articles))) await writeFile(join(folder, name), text);
      for (const name of TEMPLATES) await rm(join(outDir, `${name}.html`));
    },
  };
}
