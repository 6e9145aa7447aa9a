import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { OpenApiDocument } from '../../api/contract/open-api.ts';
import { legalPages } from '../legal/pages.tsx';
import type { Page } from '../page.ts';
import { fillTemplate } from '../page.ts';
import { referencePages } from '../reference/pages.tsx';
import { verifyPages } from '../verify/pages.tsx';

/** Writes every page as plain HTML into `dist/pages/`, from the built template that names the hashed files. */
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
      const template = await readFile(join(outDir, 'index.html'), 'utf8');
      const pages: readonly Page[] = [...referencePages(document), ...legalPages(), ...(await verifyPages())];
      await mkdir(join(outDir, 'pages'), { recursive: true });
      for (const page of pages) {
        await writeFile(join(outDir, 'pages', `${page.name}.html`), fillTemplate(template, page));
      }
      await rm(join(outDir, 'index.html'));
    },
  };
}
