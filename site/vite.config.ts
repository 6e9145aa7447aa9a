import { join } from 'node:path';
import { defineConfig } from 'vite';
import { prerenderPages } from './build/prerender.ts';

const root = import.meta.dirname;

/**
 * The public pages: the API reference, the legal documents and the verification of documents. The API serves
 * `dist/pages/*.html` under `/docs/api`, `/legal` and `/verify`, and the hashed files under `/site-assets/`.
 */
export default defineConfig({
  root,
  base: '/',
  plugins: [prerenderPages(join(root, '../docs/openapi.json'))],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    assetsDir: 'site-assets',
    target: 'es2022',
    // Every asset is a file: the page's policy allows no data: fonts or inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
