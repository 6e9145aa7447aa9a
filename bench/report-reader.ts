// Reads a whole report as the API does, in a process as the API's, and prints what that took: `node
// bench/report-reader.ts <database> <merchant> [statement]`.
import { createDrawingPool } from '../api/documents/drawing-pool.ts';
import { openStatement } from '../api/documents/inputs.ts';
import { sealed } from '../api/documents/signed.ts';
import { reportText } from '../api/reports/lines.ts';
import { saveMemory } from '../api/save-memory.ts';
import { connect } from '../db/connect.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import { documentSigner } from '../db/documents/keys.ts';
import type { Report } from '../db/reports/reports.ts';
import { newId } from '../domain/ids.ts';
import type { CsvKind } from '../domain/reports/reports.ts';
import { EVENT_KINDS } from '../domain/webhooks/event-kinds.ts';

/** The JSON that a reader prints; the memory is the growth of the process to its peak. */
export interface Reading {
  readonly rows: number;
  readonly grownMb: number;
  readonly seconds: number;
}

saveMemory();
const [url = '', merchantId = '', kind] = process.argv.slice(2);
const db = connect(url);
const report: Report & { readonly kind: CsvKind } = {
  id: newId(),
  profileId: newId(),
  mode: 'sandbox',
  kind: 'transactions',
  filter: {},
  timeZone: 'Europe/Vilnius',
  until: new Date(),
  createdAt: new Date(),
};
const owner = { merchantId, currency: 'EUR', eventKinds: EVENT_KINDS };
// Two processes read the same database, so they need the same key.
const pool = createDrawingPool();
const signer = await documentSigner(db, createSecretBox(Buffer.alloc(32, 7)));
// A short one first, so that code and connections are not counted.
await read(new Date(0));
process.stdout.write(JSON.stringify(await read(report.until)));
await pool.close();
await db.close();

function pieces(until: Date): AsyncGenerator<string | Buffer> {
  return kind === 'statement' ? statement(until) : reportText(db, { ...report, until }, owner);
}

async function* statement(dateTo: Date): AsyncGenerator<Buffer> {
  const query = { ...owner, mode: 'sandbox', currency: 'EUR', gateId: 'BTC', dateTo } as const;
  const about = { id: report.id, company: 'Bench', timeZone: report.timeZone, createdAt: report.until };
  const { document, lines } = await openStatement(db, { ...about, query });
  const input = { type: 'statement', document } as const;
  yield* sealed(pool.draw({ input, lines, signer, publicUrl: 'http://localhost' }), signer);
}

async function read(until: Date): Promise<Reading> {
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  let rows = -1;
  let most = before;
  for await (const piece of pieces(until)) {
    rows += typeof piece === 'string' ? piece.split('\r\n').length - 1 : 0;
    most = Math.max(most, process.memoryUsage.rss());
  }
  return { rows, grownMb: (most - before) / 1_048_576, seconds: (performance.now() - begun) / 1_000 };
}
