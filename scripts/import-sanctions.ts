// Puts a sanctions list into the database in place of the one of its name:
// node scripts/import-sanctions.ts <file.csv> --name eu --published 2026-11-20 [--source "where it is from"]
import '../db/require-node.ts';
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { importSanctions, screenAllAgain } from '../db/compliance/sanctions.ts';
import { inTransaction } from '../db/sequelize.ts';
import { openDatabase } from './operator-database.ts';
import { gatherParties } from './sanctions-csv.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' }, published: { type: 'string' }, source: { type: 'string' } },
});
const [file] = positionals;
const { name, published, source = file } = values;
if (file === undefined || name === undefined || source === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(published ?? '')) {
  console.error('Usage: node scripts/import-sanctions.ts <file.csv> --name eu --published 2026-11-20 [--source …]');
  process.exit(1);
}
const rows = createReadStream(file).pipe(parse({ delimiter: ';', columns: true, bom: true, relax_quotes: true }));
const parties = await gatherParties(rows);
const db = await openDatabase('sanctions').catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
try {
  const list = { name, source, publishedOn: published ?? '' };
  const { count, again } = await inTransaction(db, async (tx) => ({
    count: await importSanctions(tx, list, parties),
    again: await screenAllAgain(tx),
  }));
  console.log(
    `Imported ${count} parties of the list ${name} of ${published}. ${again} merchants will be screened again.`,
  );
} finally {
  await db.close();
}
