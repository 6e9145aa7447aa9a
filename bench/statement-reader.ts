// Takes a statement of a bank as a worker does, in a process as a worker's, and prints what that took: `node
// bench/statement-reader.ts <database> <file> <small file>`.
import { readFileSync } from 'node:fs';
import type { BankDeps } from '../activities/bank/deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from '../activities/bank/files/schemas.ts';
import { processBankFile } from '../activities/bank/process-file.ts';
import type { BankTransport } from '../activities/bank/transport.ts';
import { findBankFiles, storeIncomingFile } from '../db/bank/files.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { listReactions } from '../db/process/reactions.ts';
import { testBox } from '../db/testing.fixture.ts';
import type { Mode } from '../domain/assets/assets.ts';
import { SIMULATED_ACCOUNT } from '../settings/bank.ts';

/** The JSON that a reader prints; the memory is the growth of the process to its peak. */
export interface StatementReading {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly grownMb: number;
}

const MB = 1_000_000;
const [url = '', large = '', small = ''] = process.argv.slice(2);
const connected = connect(url);
// Without those who react to payments: what they do is measured by itself.
const db: Db = { ...connected, reactions: listReactions([]) };
const schemas = openSchemas(STANDARD_SCHEMAS);

// A short one first, so that code, schemas and connections are not counted.
await take('production', small);
const before = process.memoryUsage.rss();
const startedMs = performance.now();
const started = process.cpuUsage();
await take('sandbox', large);
const { user, system } = process.cpuUsage(started);
const reading: StatementReading = {
  seconds: (performance.now() - startedMs) / 1_000,
  processorSeconds: (user + system) / 1_000_000,
  grownMb: (process.resourceUsage().maxRSS * 1_024 - before) / MB,
};
process.stdout.write(JSON.stringify(reading));
await connected.close();

async function take(mode: Mode, path: string): Promise<void> {
  await storeIncomingFile(db, testBox, { mode, name: 'bench.xml', bytes: readFileSync(path), problem: null });
  for (const file of await findBankFiles(db, mode, ['stored']))
    await processBankFile(depsOf(mode), file, { holdsStatements: false });
}

function depsOf(mode: Mode): BankDeps {
  return {
    db,
    box: testBox,
    mode,
    account: SIMULATED_ACCOUNT,
    schemas,
    transport: {} as BankTransport,
    windowMs: 0,
    cutOffHour: 14,
    feesADayMinor: 50_000n,
    nowMs: Date.now,
    admit: async () => new Set<string>(),
  };
}
