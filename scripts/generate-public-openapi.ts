// Prints `docs/openapi.public.json`, the document for integrators. `node scripts/generate.ts` writes it, `--check`
// compares.
import { makePublicDocument } from '../api/public-document/make.ts';
import recorded from '../api/public-document/recorded.json' with { type: 'json' };
import { describeServer } from './describe-server.ts';

const document = await describeServer((deps) => makePublicDocument(deps, recorded));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
