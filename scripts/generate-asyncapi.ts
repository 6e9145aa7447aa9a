// Prints the document of all events in the version that it is called with. `node scripts/generate.ts` writes it,
// `--check` compares.
import { makeAsyncDocument } from '../api/public-document/async-api.ts';
import { describeServer } from './describe-server.ts';
import { versionArgument } from './version-argument.ts';

const version = versionArgument();
const document = await describeServer((deps) => makeAsyncDocument(deps, version));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
