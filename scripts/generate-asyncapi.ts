// Prints `docs/asyncapi.json`, the document of all events. `node scripts/generate.ts` writes it, `--check` compares.
import { makeAsyncDocument } from '../api/public-document/async-api.ts';
import { describeServer } from './describe-server.ts';

process.stdout.write(`${JSON.stringify(await describeServer(makeAsyncDocument), null, 2)}\n`);
