// Writes the CLI as a program that Node runs without its sources, into `dist` or the folder that is named. All that it
// needs is bundled, so that installing it fetches one archive, and no package of a registry.
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const folder = import.meta.dirname;
const outDir = process.argv[2] ?? join(folder, 'dist');

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
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
