import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { enqueue } from '../outbox.ts';
import { inTransaction, type Tx } from '../sequelize.ts';
import { execute, maybeOne, one, select } from '../sql.ts';
import { assertVersionHeld, type Machine, transition } from './transition.ts';

interface Facts {
  id: string;
  status: string;
  version: number;
}
interface Result {
  status: string;
  version: number;
}
type Event = 'open' | 'close';

const { db } = await openTestDatabase({ poolSize: 12 });
let id: string;

beforeAll(async () => {
  await execute(
    db,
    'CREATE TABLE door (id UUID PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 1)',
  );
});
beforeEach(async () => {
  id = newId();
  await execute(db, "INSERT INTO door (id, status) VALUES ($1, 'closed')", [id]);
});

const door: Machine<Facts, Event, { status: string }, Result> = {
  entity: 'door',
  async load(tx, doorId) {
    const facts = await maybeOne<Facts>(tx, 'SELECT * FROM door WHERE id = $1 FOR UPDATE', [doorId]);
    if (!facts) throw new DomainError('not_found');
    return facts;
  },
  decide({ status }, event) {
    const target = event === 'open' ? 'open' : 'closed';
    if (status === target) throw new DomainError('illegal_transition');
    return { status: target };
  },
  async save(tx, facts, { status }) {
    const sql = 'UPDATE door SET status = $3, version = version + 1 WHERE id = $1 AND version = $2';
    assertVersionHeld(await execute(tx, sql, [facts.id, facts.version, status]), `Door ${facts.id}`);
    await enqueue(tx, [{ topic: `event.door.${status}`, payload: { id: facts.id } }]);
    return { status, version: facts.version + 1 };
  },
};

function step(cause: string | null, event: Event, machine = door): Promise<Result> {
  return inTransaction(db, (tx) => transition(tx, machine, { id, cause, event, nowMs: 0 }));
}

async function traces() {
  const row = await one<{ status: string; version: number }>(db, 'SELECT status, version FROM door WHERE id = $1', [
    id,
  ]);
  const steps = await select(db, "SELECT key FROM step WHERE key LIKE 'door:' || $1 || ':%'", [id]);
  const outbox = await select(db, "SELECT topic FROM outbox WHERE payload->>'id' = $1", [id]);
  return { ...row, steps: steps.length, outbox: outbox.length };
}

describe('a transition', () => {
  it('sets status and version, records the step and writes the outbox', async () => {
    expect(await step('push', 'open')).toEqual({ status: 'open', version: 2 });
    expect(await traces()).toEqual({ status: 'open', version: 2, steps: 1, outbox: 1 });
  });

  it('run twice returns the first result and changes nothing, whatever happened since', async () => {
    const first = await step('push', 'open');
    await step('wind', 'close');
    expect(await step('push', 'open')).toEqual(first);
    expect(await traces()).toEqual({ status: 'closed', version: 3, steps: 2, outbox: 2 });
  });

  it('leaves nothing of an illegal event, which can become legal later', async () => {
    await expect(step('wind', 'close')).rejects.toMatchObject({ code: 'illegal_transition' });
    await step('push', 'open');
    expect(await step('wind', 'close')).toMatchObject({ status: 'closed', version: 3 });
  });

  it('of what does not exist is not found', async () => {
    id = newId();
    await expect(step('push', 'open')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('without a cause is decided anew each time, and nothing is remembered of it', async () => {
    await step(null, 'open');
    await expect(step(null, 'open')).rejects.toMatchObject({ code: 'illegal_transition' });
    await step(null, 'close');
    expect(await step(null, 'open')).toEqual({ status: 'open', version: 4 });
    expect(await traces()).toEqual({ status: 'open', version: 4, steps: 0, outbox: 3 });
  });

  it('asked for 20 times at once is made once', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => step('push', 'open')));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await traces()).toEqual({ status: 'open', version: 2, steps: 1, outbox: 1 });
  });

  it('of other causes at once happen one after another', async () => {
    const events = Array.from({ length: 20 }, (_, n) => step(`cause ${n}`, n % 2 === 0 ? 'open' : 'close'));
    const results = await Promise.allSettled(events);
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const versions = made.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(versions.map((_, n) => n + 2));
    expect(await traces()).toMatchObject({ version: made.length + 1, steps: made.length, outbox: made.length });
  });

  it('refuses to save over a version that is not the one it read', async () => {
    const careless: typeof door = {
      ...door,
      // Without its lock, as if a program had forgotten it.
      load: (tx, doorId) => one<Facts>(tx, 'SELECT * FROM door WHERE id = $1', [doorId]),
      async save(...given) {
        await step('wind', 'open');
        return door.save(...given);
      },
    };
    await expect(step('push', 'open', careless)).rejects.toThrow(/changed since it was read/);
    expect(await traces()).toMatchObject({ version: 2, steps: 1 });
  });

  const die = (tx: Tx) => execute(tx, 'SELECT pg_terminate_backend(pg_backend_pid())');
  const deaths: Record<string, typeof door> = {
    'before the lock': {
      ...door,
      async load(tx, doorId) {
        await die(tx).catch(() => {});
        return door.load(tx, doorId);
      },
    },
    'after the lock': {
      ...door,
      async load(tx, doorId) {
        const facts = await door.load(tx, doorId);
        await die(tx).catch(() => {});
        return facts;
      },
    },
    'before saving': {
      ...door,
      async save(tx, ...rest) {
        await die(tx).catch(() => {});
        return door.save(tx, ...rest);
      },
    },
    'after saving': {
      ...door,
      async save(tx, ...rest) {
        const result = await door.save(tx, ...rest);
        await die(tx).catch(() => {});
        return result;
      },
    },
  };

  it.each(Object.keys(deaths))('whose connection is killed %s did not happen and can be made again', async (moment) => {
    await expect(step('push', 'open', deaths[moment])).rejects.toThrow();
    expect(await traces()).toEqual({ status: 'closed', version: 1, steps: 0, outbox: 0 });
    expect(await step('push', 'open')).toEqual({ status: 'open', version: 2 });
  });

  it('whose connection is killed before the commit did not happen', async () => {
    const killed = inTransaction(db, async (tx) => {
      await transition(tx, door, { id, cause: 'push', event: 'open', nowMs: 0 });
      await die(tx).catch(() => {});
    });
    await expect(killed).rejects.toThrow();
    expect(await traces()).toEqual({ status: 'closed', version: 1, steps: 0, outbox: 0 });
  });
});
