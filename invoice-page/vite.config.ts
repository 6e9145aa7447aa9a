import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { buildForServer } from './build/build-for-server.ts';
import { buildSecondPage } from './build/build-second-page.ts';
import { earlyScript } from './build/early-script.ts';
import { cutFonts } from './build/fonts.ts';
import { plainImports } from './build/plain-imports.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const root = import.meta.dirname;
const fonts = join(root, '../node_modules/.cache/tidegate-invoice-fonts');

/** The page is written against React's types and runs on Preact: 8 KB of script instead of 68, gzipped. */
const PREACT = {
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact/compat/server',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
};

/**
 * The payer's pages: `dist/client/` for browsers, which the API serves under `/invoice-assets/`, with the page of an
 * invoice in `assets/` and the card purchase in `card/`, and `dist/server/`, with which the API draws both.
 */
export default defineConfig(async () => {
  await cutFonts(fonts);
  return {
    root,
    base: '/invoice-assets/',
    plugins: [
      buildForServer('src/server.tsx'),
      buildSecondPage({ name: 'card', page: join(root, 'card.html') }),
      plainImports(),
      preloadFonts(),
      earlyScript(join(root, 'src/early.ts')),
      compression({ algorithms: ['gzip', 'brotliCompress'], include: /^(assets|card)\/.*\.(js|css|svg|json)$/ }),
    ],
    resolve: { alias: { '@fonts': fonts, ...PREACT } },
    builder: {},
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      // Nothing inline: the page's content security policy allows no data: fonts, and hashed files cache for good.
      assetsInlineLimit: 0,
      // All script that every payer loads is one file, named in the page: nothing to preload.
      modulePreload: false,
      reportCompressedSize: false,
    },
  };
});
