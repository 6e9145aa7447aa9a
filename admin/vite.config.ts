import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The back office: `admin/dist`, its assets under `/admin-assets/`; the API serves the page for the app's paths. */
export default defineConfig({
  root: here('.'),
  base: '/',
  // The server compresses nothing while it serves.
  plugins: [
    react(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /^admin-assets\/.*\.(js|css|svg|json)$/ }),
  ],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    assetsDir: 'admin-assets',
    // Which chunk a file has become; not served.
    manifest: true,
    target: 'es2023',
    // Every asset is a file: the page's policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    // The code that every page loads is one file: dozens of small ones cost a slow processor more than they save in
    // caching.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/spa', '/auth/csrf-cookie', '/auth/login', '/auth/logout'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
});
