// `npm run test:faults`: kills every server again and again while invoices are being paid. `-- --rounds 3` says how often each.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from './progress.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const folder = makeRunFolder();
const totals = await runSuites({
  projects: ['faults'],
  filters: [],
  env: { FAULT_ROUNDS: values.rounds },
  reportFile: join(folder.path, 'vitest.json'),
  notesFile: join(folder.path, 'servers.jsonl'),
});
folder.remove();
say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped === 0 ? '' : `, ${totals.skipped} skipped`}`);
process.exit(totals.succeeded ? 0 : 1);
