import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { OpenApiDocument } from '../../api/contract/open-api.ts';
import { articlePages } from '../articles/pages.tsx';
import { readArticles } from '../articles/read-articles.ts';
import { frontPages } from '../front/pages.tsx';
import { legalPages } from '../legal/pages.tsx';
import { fillTemplate, type Page } from '../page.ts';
import { referencePages } from '../reference/pages.tsx';
import { verifyPages } from '../verify/pages.tsx';
import { listings } from './listings.ts';

const TEMPLATES = ['index', 'front'] as const;

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
        ...[...frontPages(), ...articlePages(articles)],
        ...[...referencePages(document), ...legalPages(), ...(await verifyPages())],
      ];
      const folder = join(outDir, 'pages');
      await mkdir(folder, { recursive: true });
      const [index = '', front = ''] = await Promise.all(
        TEMPLATES.map((name) => readFile(join(outDir, `${name}.html`), 'utf8')),
      );
      for (const page of pages) {
        const html = fillTemplate(page.template === 'front' ? front : index, page);
        await writeFile(join(folder, `${page.name}.html`), html);
      }
      for (const [name, text] of Object.entries(listings(pages, articles))) await writeFile(join(folder, name), text);
      for (const name of TEMPLATES) await rm(join(outDir, `${name}.html`));
    },
  };
}
