import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressBuild } from './build/compress.ts';
import { cutFonts } from './build/fonts.ts';
import { preloadFonts } from './build/preload.ts';
import { writeWords } from './build/words.ts';

const root = import.meta.dirname;
const fonts = join(root, '../node_modules/.cache/tidegate-invoice-fonts');

/** The payer's page. The API serves `dist/` under `/invoice-assets/` and `dist/index.html` at `/invoice/{uuid}`. */
export default defineConfig(async () => {
  await cutFonts(fonts);
  return {
    root,
    base: '/invoice-assets/',
    plugins: [react(), preloadFonts(), writeWords(join(root, 'src/i18n/locales')), compressBuild()],
    resolve: { alias: { '@fonts': fonts } },
    // React's hook for its developer tools: a payer's browser has none.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: join(root, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      // Nothing inline: the page's content security policy allows no data: fonts, and hashed files cache for good.
      assetsInlineLimit: 0,
      // All script is one file, named in the page: nothing to preload.
      modulePreload: false,
      reportCompressedSize: false,
    },
  };
});
