import { connect } from '../../db/connect.ts';
import { archivedRows } from '../../db/growth/archive.ts';
import { AFTER_MONTHS, ARCHIVING_AT_MS } from './archive.fixture.ts';
import { createArchiveActivities } from './archive.ts';
import { writeArchive } from './archive-files.ts';

// Writes a file of the first month in a process of its own, and never ends it, for a test to kill.
const [url = '', folder = ''] = process.argv.slice(2);
const db = connect(url);
const settings = { afterMonths: AFTER_MONTHS, folder };
const { month } = await createArchiveActivities({ db, settings, nowMs: () => ARCHIVING_AT_MS }).nextMonth();
if (month === null) throw new Error('A month is due.');
setInterval(() => {}, 1_000);
await writeArchive(folder, { table: 'event', month }, endless(month));

async function* endless(name: string): AsyncGenerator<readonly string[]> {
  yield* archivedRows(db, 'event', name);
  await new Promise(() => {});
}
