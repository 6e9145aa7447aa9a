import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { frontHead } from './build/front-head.ts';
import { prerenderPages } from './build/prerender.ts';

const root = import.meta.dirname;

/**
 * The public pages: landing page, prices, articles, the API reference, the legal documents and the verification of
 * documents. The API serves `dist/pages/*.html` (`api/routes/site.ts`) and the hashed files under `/site-assets/`.
 *
 * Not a site generator such as Astro: the pages are the product's own components with figures of `domain/`, Vite builds
 * the other front ends already, and what is left for a generator to do is the file `build/prerender.ts`.
 */
export default defineConfig({
  root,
  base: '/',
  plugins: [
    frontHead(),
    prerenderPages(join(root, '../docs/openapi.json')),
    // The server compresses no file while it serves; pages are kept compressed in memory.
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /^site-assets\/.*\.(js|css|svg|json)$/ }),
  ],
  build: {
    rollupOptions: {
      input: {
        index: join(root, 'index.html'),
        front: join(root, 'front.html'),
        island: join(root, 'island.html'),
        form: join(root, 'form.html'),
        guide: join(root, 'guide.html'),
        verify: join(root, 'verify.html'),
        consent: join(root, 'consent/main.ts'),
      },
      // Of one address, because the other front ends load it too; it is compared by its tag before each use.
      output: {
        entryFileNames: ({ name }) => (name === 'consent' ? 'pages/consent.js' : 'site-assets/[name]-[hash].js'),
      },
    },
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
