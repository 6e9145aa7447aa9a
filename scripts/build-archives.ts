// Writes the archives of the SDKs and their list, as the gateway serves them, into `packages/dist` or the named folder.
// It needs nothing but the packages that run Tidegate.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say } from './progress.ts';
import { writeArchives } from './sdk-archives/write.ts';

const root = join(import.meta.dirname, '..');
for (const { file, sha256 } of await writeArchives(root, process.argv[2] ?? join(root, 'packages/dist')))
  say(`${sha256}  ${file}`);
