// Puts a sanctions list into the database in place of the one of its name:
// node scripts/import-sanctions.ts <file.csv> --name eu --published 2026-11-20 [--source "where it is from"]
// A file that is more than a tenth shorter than the list needs --allow-fewer.
import '../db/core/require-node.ts';
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ImportedList, importSanctions, screenAllAgain } from '../db/compliance/sanctions.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { openDatabase } from './operator-database.ts';
import { readParties } from './sanctions-csv.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    published: { type: 'string' },
    source: { type: 'string' },
    'allow-fewer': { type: 'boolean', default: false },
  },
});
const [file] = positionals;
const { name, published = '', source = file, 'allow-fewer': allowFewer } = values;
if (file === undefined || name === undefined || source === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(published)) {
  console.error('Usage: node scripts/import-sanctions.ts <file.csv> --name eu --published 2026-11-20 [--source …]');
  process.exit(1);
}
try {
  const list = { name, source, publishedOn: publishedOn(published), allowFewer };
  const { count, again } = await importFile(list, file);
  console.log(`Imported ${count} parties of the list ${name} of ${published}. Merchants to screen again: ${again}.`);
} catch (error) {
  console.error(`Nothing was imported. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function importFile(list: ImportedList, path: string) {
  const parties = await readParties(createReadStream(path));
  const db = await openDatabase('sanctions');
  try {
    return await inTransaction(db, async (tx) => ({
      count: await importSanctions(tx, list, parties),
      again: await screenAllAgain(tx),
    }));
  } finally {
    await db.close();
  }
}

/** A date in the future would refuse every file until then. */
function publishedOn(date: string): string {
  if (date > new Date(Date.now() + 86_400_000).toISOString()) throw new Error(`The date ${date} is in the future.`);
  return date;
}
