import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import { articlePages } from '../articles/pages.tsx';
import { readArticles } from '../articles/read-articles.ts';
import { demoPages } from '../demo/pages.tsx';
import { formPages } from '../forms/pages.tsx';
import { frontPages } from '../front/pages.tsx';
import { legalPages } from '../legal/pages.tsx';
import { fillTemplate, type Page } from '../page.ts';
import { referencePages } from '../reference/pages.tsx';
import { verifyPages } from '../verify/pages.tsx';
import { listings } from './listings.ts';
import { writePicture } from './pictures.ts';
import { helpByScreen, searchIndex } from './search-index.ts';

const TEMPLATES = ['index', 'front', 'island', 'form'] as const;

/** What social networks show of a page that is listed. */
async function withPicture(html: string, outDir: string, { title }: Page): Promise<string> {
  const picture = await writePicture(outDir, title.replace(/ – Tidegate.*$|^Tidegate: /, ''));
  const card = '<meta name="twitter:card" content="summary_large_image" />';
  return html.replace('</head>', `<meta property="og:image" content="__ORIGIN__${picture}" />\n${card}\n</head>`);
}

/** The banner about cookies, the only script of most pages. It waits until the page is drawn. */
function withConsent(html: string): string {
  return html.replace('</head>', '<script type="module" src="/consent.js"></script>\n</head>');
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
        ...[...(await frontPages()), ...demoPages(), ...formPages(), ...articlePages(articles)],
        ...[...referencePages(document), ...(await legalPages()), ...(await verifyPages())],
      ];
      const folder = join(outDir, 'pages');
      await mkdir(folder, { recursive: true });
      const templates = new Map(
        await Promise.all(
          TEMPLATES.map(async (name) => [name, await readFile(join(outDir, `${name}.html`), 'utf8')] as const),
        ),
      );
      for (const page of pages) {
        const filled = fillTemplate(templates.get(page.template ?? 'index') ?? '', page);
        const html = withConsent(page.path === undefined ? filled : await withPicture(filled, outDir, page));
        await writeFile(join(folder, `${page.name}.html`), html);
      }
      await writeFile(join(folder, 'help-by-screen.json'), JSON.stringify(helpByScreen(articles)));
      await writeFile(join(folder, 'search-index.json'), JSON.stringify(searchIndex(articles)));
      for (const [name, text] of Object.entries(listings(pages, articles))) await writeFile(join(folder, name), text);
      for (const name of TEMPLATES) await rm(join(outDir, `${name}.html`));
    },
  };
}
