import { connect } from '../db/connect.ts';
import { select } from '../db/core/sql.ts';
import type { Figure } from './figure.ts';
import { withCluster } from './scale/open-cluster.ts';
import { inParallel } from './shop.ts';

const INVOICES = 5_000;
const WITHIN_MS = 60_000;
const AT_ONCE = 24;
/** By then all of them are created. */
const UNTIL_FIRST_MS = 150_000;
const MOST_SECONDS = { decided: 15, told: 60 } as const;

/** Five thousand invoices that nobody pays, whose deadlines fall into one minute. */
export function run(): Promise<readonly Figure[]> {
  return withCluster(async (cluster, shop) => {
    const firstMs = Date.now() + UNTIL_FIRST_MS;
    const ids: string[] = [];
    await inParallel(INVOICES, AT_ONCE, async (index) => {
      const deadlineMs = firstMs + (index * WITHIN_MS) / INVOICES;
      ids.push(await shop.create('BTC', Math.round((deadlineMs - Date.now()) / 1000)));
    });
    if (Date.now() > firstMs) throw new Error('the machine is too slow: deadlines passed before all were created');
    const told = await Promise.all(
      ids.map(async (id) => [id, (await shop.arrival(id, 'invoice.expired')).atMs] as const),
    );
    const db = connect(cluster.databaseUrl);
    try {
      const rows = await select<{ id: string; expires_at: Date; expired_at: Date }>(
        db,
        `SELECT invoice.id, invoice.expires_at, min(event.created_at) AS expired_at
           FROM invoice JOIN event ON event.entity_id = invoice.id AND event.type = 'invoice.expired'
          WHERE invoice.id = ANY($1::uuid[]) GROUP BY invoice.id`,
        [ids],
      );
      if (rows.length !== INVOICES) throw new Error(`${rows.length} of ${INVOICES} have expired`);
      const deadlines = new Map(rows.map((row) => [row.id, row.expires_at.getTime()]));
      const decided = rows.map((row) => row.expired_at.getTime() - row.expires_at.getTime());
      return [
        slowest('decided in the database', decided, MOST_SECONDS.decided),
        slowest(
          'told to the shop',
          told.map(([id, atMs]) => atMs - (deadlines.get(id) ?? Number.NaN)),
          MOST_SECONDS.told,
        ),
      ];
    } finally {
      await db.close();
    }
  });
}

function slowest(what: string, delaysMs: readonly number[], bound: number): Figure {
  const seconds = delaysMs.reduce((most, delay) => Math.max(most, delay), 0) / 1000;
  return {
    name: `${INVOICES} invoices expire within a minute: the last one is ${what} after its deadline by`,
    value: seconds,
    unit: 's',
    target: `≤ ${bound} s`,
    ok: seconds <= bound,
  };
}
