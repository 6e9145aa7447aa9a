import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressBuild } from './build/compress.ts';
import { speedUpFirstPicture } from './build/first-picture.ts';
import { cutFonts } from './build/fonts.ts';
import { writeWords } from './build/words.ts';

const root = import.meta.dirname;
const fonts = join(root, '../node_modules/.cache/tidegate-invoice-fonts');

/** The payer's page. The API serves `dist/` under `/invoice-assets/` and `dist/index.html` at `/invoice/{uuid}`. */
export default defineConfig(async () => {
  await cutFonts(fonts);
  return {
    root,
    base: '/invoice-assets/',
    plugins: [speedUpFirstPicture(), writeWords(join(root, 'src/i18n/locales')), compressBuild()],
    resolve: {
      alias: {
        '@fonts': fonts,
        // React's interface by a library a tenth of its size: on a slow phone, reading React's script takes longer than
        // all else.
        'react-dom/client': 'preact/compat/client',
        'react/jsx-runtime': 'preact/jsx-runtime',
        react: 'preact/compat',
      },
    },
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
