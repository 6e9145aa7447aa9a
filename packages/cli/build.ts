// Writes the CLI as a program that Node runs without its sources, into `dist` or the folder that is named. Only the
// Node SDK stays a dependency: all else is bundled, so that `npx tidegate` fetches two packages instead of a hundred.
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const folder = import.meta.dirname;
const outDir = process.argv[2] ?? join(folder, 'dist');
const sdk = join(folder, '../node/src/index.ts');

const sdkAsDependency: Plugin = {
  name: 'sdk-as-dependency',
  enforce: 'pre',
  async resolveId(source, importer) {
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved?.id === sdk ? { id: '@tidegate/node', external: true } : null;
  },
};

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  plugins: [sdkAsDependency],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node20',
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'tidegate.js' } },
  },
});
copyFileSync(join(folder, '../../LICENSE'), join(outDir, 'LICENSE'));
chmodSync(join(outDir, 'tidegate.js'), 0o755);
