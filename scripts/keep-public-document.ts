// Keeps `docs/openapi.public.json` as what clients of the last release rely on, once for each release. From then on,
// api/public-document/compatibility.test.ts compares with it.
import '../db/core/require-node.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LAST_RELEASE } from '../db/schema/migration-files.ts';
import { say } from './progress.ts';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'api/public-document/released');
const kept = join(folder, `${LAST_RELEASE.commit}.json.gz`);

if (existsSync(kept)) {
  // Another document under the same release would hide what broke its clients since.
  say(`${kept} is there already. Set LAST_RELEASE in db/schema/migration-files.ts first.`);
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json.gz'))) rmSync(join(folder, file));
  writeFileSync(kept, gzipSync(readFileSync(join(root, 'docs/openapi.public.json')), { level: 9 }));
  writeFileSync(join(folder, 'accepted-breaks.json'), '{}\n');
  say(`Wrote ${kept}.`);
}
