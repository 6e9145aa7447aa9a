// Prints `docs/openapi.json`, made from the schemas of the routes. `node scripts/generate.ts` writes it, `--check`
// compares.
import { makeDocument } from '../api/document.ts';
import { describeServer } from './describe-server.ts';

process.stdout.write(`${JSON.stringify(await describeServer(makeDocument), null, 2)}\n`);
