import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds another page into a folder of its own beside the first page's `assets/`. Each page is one script: built
 * together they would share chunks, which the first page would have to wait for. Fonts are the same files for both.
 */
export function buildSecondPage({ name, page }: { name: string; page: string }): Plugin {
  return {
    name: `build-${name}-page`,
    apply: 'build',
    config({ build: { outDir = 'dist' } = {} }) {
      return {
        environments: {
          [name]: {
            consumer: 'client',
            build: {
              outDir: join(outDir, 'client'),
              emptyOutDir: false,
              assetsDir: name,
              rolldownOptions: {
                input: page,
                output: { assetFileNames: ({ names }) => `${folderOf(names[0], name)}/[name]-[hash][extname]` },
              },
            },
          },
        },
        // After the first page, whose build empties the folder.
        builder: {
          async buildApp(builder) {
            for (const environment of Object.values(builder.environments)) await builder.build(environment);
          },
        },
      };
    },
  };
}

const folderOf = (file = '', name: string): string => (file.endsWith('.woff2') ? 'assets' : name);
