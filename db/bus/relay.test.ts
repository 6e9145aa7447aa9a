import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { connect } from '../connect.ts';
import { enqueue } from '../core/outbox.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { createInProcessBus } from './in-process.ts';
import { ServiceUnavailableError } from './outage.ts';
import { type Bus, type BusMessage, BusUnavailableError } from './port.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';

let database: TestDatabase;
let db: Db;
/** As another process: its relay is woken by notifications only. */
let elsewhere: Db;
const relays: Relay[] = [];
const patience = { timeout: 60_000, interval: 5 };

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  elsewhere = connect(`${database.url}?`);
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
  await execute(db, 'DELETE FROM outbox');
  await execute(db, 'DELETE FROM alert');
});
afterAll(async () => {
  await Promise.all([db.close(), elsewhere.close()]);
  await database.drop();
});

async function relay(bus: Bus, options: RelayOptions & { on?: Db } = {}): Promise<void> {
  relays.push(await startRelay(options.on ?? db, bus, { pollMs: 60_000, ...options }));
}

async function busWith(handler: (message: BusMessage) => Promise<void>, concurrency = 100): Promise<Bus> {
  const bus = createInProcessBus();
  await bus.consume('all', ['#'], handler, { concurrency });
  return bus;
}

function send(...topics: string[]): Promise<void> {
  return inTransaction(db, (tx) =>
    enqueue(
      tx,
      topics.map((topic) => ({ topic, payload: { topic } })),
    ),
  );
}

async function rows(): Promise<{ topic: string; attempts: number }[]> {
  return select(db, 'SELECT topic, attempts FROM outbox ORDER BY id');
}

const emptied = () => vi.waitFor(async () => expect(await rows()).toEqual([]), patience);

describe('the relay', () => {
  it('hands over what was committed, once, with its id and payload, and empties the outbox', async () => {
    const got: BusMessage[] = [];
    await relay(await busWith(async (message) => void got.push(message)));
    const eventId = newId();
    await inTransaction(db, (tx) =>
      enqueue(tx, [{ eventId, topic: 'event.invoice.done', payload: { amount: '0.1', list: [1] } }]),
    );
    await emptied();
    expect(got).toEqual([{ eventId, topic: 'event.invoice.done', payload: { amount: '0.1', list: [1] } }]);
  });

  it('hands over nothing of a transaction that was rolled back', async () => {
    const got: BusMessage[] = [];
    await relay(await busWith(async (message) => void got.push(message)), { pollMs: 5 });
    const failing = inTransaction(db, async (tx) => {
      await enqueue(tx, [{ topic: 'a', payload: null }]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await send('b');
    await emptied();
    expect(got.map(({ topic }) => topic)).toEqual(['b']);
  });

  it('is woken from another process by a notification', async () => {
    const got: BusMessage[] = [];
    await relay(await busWith(async (message) => void got.push(message)), { on: elsewhere });
    await vi.waitFor(async () => expect(await rows()).toEqual([]), patience);
    await send('a');
    await emptied();
    expect(got).toHaveLength(1);
  });

  it('finds rows by itself that it was not notified of', async () => {
    const got: BusMessage[] = [];
    await relay(await busWith(async (message) => void got.push(message)), { pollMs: 20 });
    await execute(db, "INSERT INTO outbox (event_id, topic, payload) VALUES ($1, 'a', '{}')", [newId()]);
    await emptied();
    expect(got).toHaveLength(1);
  });

  it('brings a failed row again after a pause, while others go on', async () => {
    const got: string[] = [];
    let failures = 0;
    const handler = async ({ topic }: BusMessage) => {
      if (topic === 'bad' && failures < 3) {
        failures += 1;
        throw new Error('not now');
      }
      got.push(topic);
    };
    await relay(await busWith(handler), { pollMs: 10 });
    await send('bad', 'good', 'bad', 'good');
    await emptied();
    expect(failures).toBe(3);
    expect(got.slice(0, 2)).toEqual(['good', 'good']);
    expect(got.slice(2)).toEqual(['bad', 'bad']);
  });

  it('keeps a row that always fails, pausing longer each time, and raises one alert', async () => {
    await relay(await busWith(() => Promise.reject(new Error('never'))), { pollMs: 5 });
    await send('bad');
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await vi.waitFor(async () => {
        // Made due as often as it takes: the relay may still be writing down the attempt before.
        await execute(db, 'UPDATE outbox SET available_at = now() WHERE attempts < $1', [attempt]);
        const [row] = await select<{ attempts: number; later: boolean }>(
          db,
          'SELECT attempts, available_at > now() AS later FROM outbox',
        );
        expect(row).toEqual({ attempts: attempt, later: true });
      }, patience);
      const { pause } = await one<{ pause: number }>(
        db,
        'SELECT extract(epoch FROM max(available_at) - now())::float8 AS pause FROM outbox',
      );
      expect(pause).toBeLessThan(76);
    }
    await vi.waitFor(async () => {
      expect(await select(db, 'SELECT kind, subject FROM alert')).toEqual([{ kind: 'outbox_stuck', subject: 'bad' }]);
    }, patience);
  });

  it('waits for a bus that is down without blaming the rows', async () => {
    let isDown = true;
    const got: string[] = [];
    const bus: Bus = {
      publish: async ({ topic }) => {
        if (isDown) throw new BusUnavailableError('down');
        got.push(topic);
      },
      consume: () => Promise.reject(new Error('not used')),
      close: async () => {},
    };
    let failed = 0;
    await relay(bus, { pollMs: 20, onError: () => (failed += 1) });
    await send('a', 'b');
    await vi.waitFor(() => expect(failed).toBeGreaterThan(2), patience);
    isDown = false;
    await emptied();
    expect(got.sort()).toEqual(['a', 'b']);
  });

  it('counts no attempt while a service behind a consumer is away, and closes its alert afterwards', async () => {
    let away = 6;
    const gone = connect('postgres://postgres@127.0.0.1:1/none');
    const handler = async () => {
      away -= 1;
      if (away === 3) throw new ServiceUnavailableError('The mail server is unavailable.');
      if (away >= 0) await select(gone, 'SELECT 1');
      if (away === -1) throw new Error('not now');
    };
    await relay(await busWith(handler), { pollMs: 10, waitingAlertMs: 400 });
    await send('mail');
    await vi.waitFor(() => expect(away).toBe(-1), patience);
    await vi.waitFor(async () => expect(await rows()).toEqual([{ topic: 'mail', attempts: 1 }]), patience);
    const open = 'SELECT kind, subject FROM alert WHERE resolved_at IS NULL';
    expect(await select(db, open)).toEqual([{ kind: 'service_away', subject: 'mail' }]);
    await emptied();
    await vi.waitFor(async () => expect(await select(db, open)).toEqual([]), patience);
    await gone.close();
  });

  it('closes the alert of an outage in which another process ended, and alerts of the next outage', async () => {
    const gone = new ServiceUnavailableError('The mail server is unavailable.');
    await relay(await busWith(() => Promise.reject(gone)), { pollMs: 10, waitingAlertMs: 0 });
    await send('mail');
    const open = () => select(db, 'SELECT kind, subject FROM alert WHERE resolved_at IS NULL');
    const away = [{ kind: 'service_away', subject: 'mail' }];
    await vi.waitFor(async () => expect(await open()).toEqual(away), patience);
    await relays.splice(0)[0]?.close();

    let isAway = false;
    const handler = () => (isAway ? Promise.reject(gone) : Promise.resolve());
    await relay(await busWith(handler), { pollMs: 10, waitingAlertMs: 0 });
    await vi.waitFor(async () => expect(await open()).toEqual([]), patience);
    isAway = true;
    await send('mail');
    await vi.waitFor(async () => expect(await open()).toEqual(away), patience);
    isAway = false;
    await vi.waitFor(async () => expect(await open()).toEqual([]), patience);
  });

  it('closes the alert about a topic when the last of its stuck rows gets through', async () => {
    await execute(
      db,
      `INSERT INTO outbox (event_id, topic, payload, attempts, available_at)
       SELECT gen_random_uuid(), 'bad', '{}', 20, now() + n * interval '1 hour' FROM generate_series(0, 1) n`,
    );
    await raiseAlert(db, { kind: 'outbox_stuck', subject: 'bad', message: 'It has failed 20 times.' });
    const open = () => select(db, 'SELECT kind, subject FROM alert WHERE resolved_at IS NULL');
    await relay(await busWith(() => Promise.resolve()), { pollMs: 10 });
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), patience);
    expect(await open()).toEqual([{ kind: 'outbox_stuck', subject: 'bad' }]);
    await execute(db, 'UPDATE outbox SET available_at = now()');
    await vi.waitFor(async () => expect(await open()).toEqual([]), patience);
  });

  it('handles commands while slow receivers of events fill the relay', async () => {
    const never = Promise.withResolvers<void>();
    const got: string[] = [];
    const bus = createInProcessBus();
    await bus.consume('webhooks', ['event.#'], () => never.promise, { concurrency: 1_000 });
    await bus.consume('temporal', ['workflow.*'], async ({ topic }) => void got.push(topic), { concurrency: 1 });
    await relay(bus, { maxInFlight: 10, pollMs: 10 });
    await send(...Array.from({ length: 50 }, () => 'event.invoice.done'));
    await send('workflow.start');
    await vi.waitFor(() => expect(got).toEqual(['workflow.start']), patience);
    never.resolve();
    await emptied();
  });

  it('handles commands while a burst of starts that can wait fills the relay', async () => {
    const never = Promise.withResolvers<void>();
    const got: string[] = [];
    const bus = createInProcessBus();
    await bus.consume('later', ['workflow.start_later'], () => never.promise, { concurrency: 1_000 });
    await bus.consume('temporal', ['workflow.signal'], async ({ topic }) => void got.push(topic), { concurrency: 1 });
    await relay(bus, { maxInFlight: 10, pollMs: 10 });
    await send(...Array.from({ length: 50 }, () => 'workflow.start_later'));
    await send('workflow.signal');
    await vi.waitFor(() => expect(got).toEqual(['workflow.signal']), patience);
    never.resolve();
    await emptied();
  });

  it('lets the events that somebody waits for go before commands', async () => {
    const order: string[] = [];
    const handler = async ({ topic }: BusMessage) => {
      order.push(`${topic} begins`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      order.push(`${topic} ends`);
    };
    await relay(await busWith(handler), { courtesyMs: 20_000 });
    await send('workflow.signal', 'event.invoice.done');
    await emptied();
    expect(order).toEqual([
      'event.invoice.done begins',
      'event.invoice.done ends',
      'workflow.signal begins',
      'workflow.signal ends',
    ]);
  });

  it('lets commands wait a moment after a crowd of events, of which more may come', async () => {
    const order: string[] = [];
    const handler = async ({ topic }: BusMessage) => void order.push(topic);
    await relay(await busWith(handler), { courtesyMs: 20_000, restPerEventMs: 500 });
    await send('workflow.signal', 'event.invoice.done', 'event.invoice.done');
    await vi.waitFor(() => expect(order.length).toBe(2), patience);
    await send('event.invoice.paid');
    await emptied();
    expect(order).toEqual(['event.invoice.done', 'event.invoice.done', 'event.invoice.paid', 'workflow.signal']);
  });

  it('shares the work with other relays, each row handled once', async () => {
    const got: string[] = [];
    const handler = async ({ eventId }: BusMessage) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      got.push(eventId);
    };
    for (const on of [db, db, elsewhere]) await relay(await busWith(handler), { on, pollMs: 10 });
    for (let batch = 0; batch < 10; batch += 1) await send(...Array.from({ length: 50 }, () => 'a'));
    await emptied();
    expect([got.length, new Set(got).size]).toEqual([500, 500]);
  });

  it('holds on to a row that takes longer than its lease', async () => {
    let calls = 0;
    const handler = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 600));
    };
    for (const on of [db, elsewhere]) await relay(await busWith(handler), { on, leaseMs: 150, pollMs: 20 });
    await send('slow');
    await emptied();
    expect(calls).toBe(1);
  });

  it('gives up what it could not finish when it is closed', async () => {
    const stuck = vi.fn(() => new Promise<void>(() => {}));
    const [busy] = [await startRelay(db, await busWith(stuck), { leaseMs: 60_000 })];
    await send('a');
    await vi.waitFor(() => expect(stuck).toHaveBeenCalledOnce(), patience);
    await busy.close();
    const got: string[] = [];
    await relay(await busWith(async ({ topic }) => void got.push(topic)));
    await emptied();
    expect(got).toEqual(['a']);
  });
});
