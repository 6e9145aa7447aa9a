// Reads a whole report as the API does, in a process as the API's, and prints what that took: `node
// bench/report-reader.ts <database> <merchant>`.
import { reportText } from '../api/reports/lines.ts';
import { connect } from '../db/connect.ts';
import type { Report } from '../db/reports/reports.ts';
import { newId } from '../domain/ids.ts';

/** What a reader prints as JSON; the memory is what the process had more of at its peak. */
export interface Reading {
  readonly rows: number;
  readonly grownMb: number;
  readonly seconds: number;
}

const [url = '', merchantId = ''] = process.argv.slice(2);
const db = connect(url);
const report: Report = {
  ...{ id: newId(), profileId: newId(), mode: 'sandbox', kind: 'transactions', filter: {}, timeZone: 'Europe/Vilnius' },
  ...{ until: new Date(), createdAt: new Date() },
};
const owner = { merchantId, currency: 'EUR' };
// A short one first, so that code and connections are not counted.
await read({ ...report, until: new Date(0) });
process.stdout.write(JSON.stringify(await read(report)));
await db.close();

async function read(wanted: Report): Promise<Reading> {
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  let rows = -1;
  let most = before;
  for await (const piece of reportText(db, wanted, owner)) {
    rows += piece.split('\r\n').length - 1;
    most = Math.max(most, process.memoryUsage.rss());
  }
  return { rows, grownMb: (most - before) / 1_048_576, seconds: (performance.now() - begun) / 1_000 };
}
