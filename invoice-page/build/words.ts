import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes the words of each language to `words/{language}.json` beside the page: the server puts those of the payer's
 * language into it, so that nothing has to be fetched before the page can be drawn.
 */
export function writeWords(folder: string): Plugin {
  return {
    name: 'write-words',
    apply: 'build',
    async generateBundle() {
      for (const name of await readdir(folder)) {
        const words: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
        this.emitFile({ type: 'asset', fileName: `words/${name}`, source: JSON.stringify(words) });
      }
    },
  };
}
