import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { enqueue } from '../core/outbox.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { createInProcessBus } from './in-process.ts';
import { startRelay } from './relay.ts';

const { db, databaseUrl } = await openTestDatabase();

beforeAll(async () => {
  await execute(db, 'CREATE TABLE handled (event_id UUID NOT NULL)');
});

it('loses nothing when relays are killed in the middle, again and again', async () => {
  const sent = 300;
  const topics = Array.from({ length: sent }, (_, n) => ({ topic: 'a', payload: n }));
  await inTransaction(db, (tx) => enqueue(tx, topics));

  for (let death = 0; death < 4; death += 1) {
    const before = await handledCount();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'relay-crash.program.fixture.ts'), databaseUrl], {
      stdio: 'inherit',
    });
    await vi.waitFor(async () => expect(await handledCount()).toBeGreaterThan(before + 5), {
      timeout: 30_000,
      interval: 10,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(await left()).toBeGreaterThan(0);

  const bus = createInProcessBus();
  await bus.consume(
    'all',
    ['#'],
    async ({ eventId }) => void (await execute(db, 'INSERT INTO handled VALUES ($1)', [eventId])),
    { concurrency: 10 },
  );
  const relay = await startRelay(db, bus, { leaseMs: 300, pollMs: 20 });
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 20 });
  await relay.close();
  const distinct = await select(db, 'SELECT DISTINCT event_id FROM handled');
  expect(distinct).toHaveLength(sent);
});

async function handledCount(): Promise<number> {
  return (await select(db, 'SELECT 1 FROM handled')).length;
}

async function left(): Promise<number> {
  return (await select(db, 'SELECT 1 FROM outbox')).length;
}
