import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { until } from '../../scripts/testing/until.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { listEvents } from '../history/event-feed.ts';
import { makeShop } from '../invoices/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { projectChanges, rebuildDashboard } from './project.ts';
import { allSums, writePastNow } from './testing.fixture.ts';
import { setTimeZone } from './time-zone.ts';

const { db, databaseUrl } = await openTestDatabase();
const holder = new pg.Client({ connectionString: databaseUrl });
await holder.connect();
afterAll(() => holder.end());
await projectChanges(db);

// All readers of quotes wait for this lock, which, unlike that of a table, keeps no events from being listed.
const LOCK = 7_431_099;
await execute(db, 'ALTER TABLE quote RENAME TO kept_quote');
await execute(
  db,
  `CREATE VIEW quote AS
   SELECT q.* FROM (SELECT pg_advisory_xact_lock_shared(${LOCK}) OFFSET 0) s LEFT JOIN kept_quote q ON true
   WHERE q.id IS NOT NULL`,
);

async function addEvent({ profileId }: TestMerchant): Promise<string> {
  const id = newId();
  await execute(
    db,
    `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $1, '{}')`,
    [id, profileId],
  );
  return id;
}

test.each([
  ['a merchant’s new time zone', () => projectChanges(db)],
  ['a rebuild', () => rebuildDashboard(db)],
])('events are listed while %s has a long history read', async (_what, count) => {
  const [shop, other] = [await makeShop(db), await makeShop(db)];
  const credits = [[shop.merchantId, 'available', 7n]] as const;
  await writePastNow(db, shop, { kind: 'settle', at: new Date('2026-05-01T22:30:00Z'), asset: 'BTC', credits });
  await projectChanges(db);
  await inTransaction(db, (tx) => setTimeZone(tx, shop.merchantId, 'Asia/Kathmandu'));
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const counting = count();
  try {
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;
    await until(async () => (await select(db, waiting)).length > 0, 'the history is being read');
    const id = await addEvent(other);
    const listed = async () => {
      const page = {
        profileId: other.profileId,
        kinds: ['invoice'],
        after: undefined,
        limit: 10,
        nowMs: Date.now(),
      } as const;
      return (await listEvents(db, page)).events.map((event) => event.id);
    };
    // Transactions in the databases of other tests hide it for moments; this one would for as long as the lock is held.
    await expect.poll(listed).toEqual([id]);
  } finally {
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
  }
  await counting;
  const { balances } = await allSums(db);
  expect(balances.filter(({ merchant_id }) => merchant_id === shop.merchantId)).toMatchObject([{ day: '2026-05-02' }]);
});
