import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes a `.gz` and a `.br` beside each text file of the build, so that the server compresses nothing while it serves.
 */
export function compressBuild(): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async closeBundle() {
      const { outDir, assetsDir } = this.environment.config.build;
      const folder = join(outDir, assetsDir);
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name);
          const content = await readFile(file);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
          await writeFile(`${file}.br`, brotliCompressSync(content, quality));
        }),
      );
    },
  };
}
