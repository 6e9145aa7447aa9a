// Prints the document for integrators in the version that it is called with. `node scripts/generate.ts` writes it,
// `--check` compares.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedCalls } from '../api/public-document/examples.ts';
import { makePublicDocument } from '../api/public-document/make.ts';
import { describeServer } from './describe-server.ts';
import { versionArgument } from './version-argument.ts';

const version = versionArgument();
const recordings = join(import.meta.dirname, '../api/public-document/recorded');
const recorded: RecordedCalls = JSON.parse(readFileSync(join(recordings, `${version}.json`), 'utf8'));
const document = await describeServer((deps) => makePublicDocument(deps, { version, recorded }));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
