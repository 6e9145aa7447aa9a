import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Adds the server's half of a page to its build: one module with all it needs, React's production build included. */
export function buildForServer(entry: string): Plugin {
  return {
    name: 'build-for-server',
    apply: 'build',
    config({ build: { outDir = 'dist' } = {} }) {
      return {
        environments: {
          client: { build: { outDir: join(outDir, 'client') } },
          ssr: {
            define: { 'process.env.NODE_ENV': '"production"' },
            resolve: { noExternal: true },
            build: {
              outDir: join(outDir, 'server'),
              copyPublicDir: false,
              // One module: parts that browsers load later are in it.
              rolldownOptions: { input: entry, output: { entryFileNames: 'page.js', codeSplitting: false } },
            },
          },
        },
      };
    },
  };
}
