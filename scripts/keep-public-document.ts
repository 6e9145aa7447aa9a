// Keeps the public document of each version as what clients of the last release rely on, once for each release. From
// then on, api/public-document/compatibility.test.ts compares with them.
import '../db/core/require-node.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LAST_RELEASE } from '../db/schema/migration-files.ts';
import { API_VERSIONS, type ApiVersion } from '../domain/versions/api-versions.ts';
import { openApiFile } from '../domain/versions/documents.ts';
import { say } from './progress.ts';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'api/public-document/released');
const keptOf = (version: ApiVersion) => join(folder, `${LAST_RELEASE.commit}.${version}.json.gz`);
const there = API_VERSIONS.map(keptOf).find((file) => existsSync(file));

if (there !== undefined) {
  // Another document under the same release would hide what broke its clients since.
  say(`${there} is there already. Set LAST_RELEASE in db/schema/migration-files.ts first.`);
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json.gz'))) rmSync(join(folder, file));
  for (const version of API_VERSIONS) {
    writeFileSync(keptOf(version), gzipSync(readFileSync(join(root, 'docs', openApiFile(version))), { level: 9 }));
  }
  writeFileSync(join(folder, 'accepted-breaks.json'), '{}\n');
  say(`Wrote the documents of ${API_VERSIONS.join(' and ')}.`);
}
