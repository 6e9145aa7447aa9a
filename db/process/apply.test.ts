import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { type Db, inTransaction, openPools, type Tx } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { applyStep, applySteps } from './apply.ts';
import { defineProcess, type Process } from './define.ts';
import {
  customs,
  PARCEL_SCHEMA,
  type ParcelEvent,
  type ParcelKind,
  parcelLost,
  parcelProcess,
} from './parcel/parcel.fixture.ts';
import { publicEvent } from './public-event.ts';
import { listReactions, on, stop } from './reactions.ts';
import { restartable, unfinishedRows } from './restart.ts';

const heldAtCustoms = new Set<string>();
const letters: string[] = [];
let brokenLetters = false;

let db: Db;
let id: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  // The line that a new process adds to db/reactions.ts.
  const reactions = listReactions([
    on(parcelLost, async (_tx, changes) => {
      for (const { after, before } of changes)
        letters.push(`${before.row.status} → ${after.status}: ${after.paidMinor}`);
      if (brokenLetters) throw new Error('No paper.');
    }),
    stop(customs, async (_tx, ids) => new Set(ids.filter((each) => heldAtCustoms.has(each)))),
  ]);
  db = openPools(database.url, reactions, { poolSize: 12 });
  for (const sql of PARCEL_SCHEMA.split(';')) await execute(db, sql);
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
});
beforeEach(async () => {
  letters.length = 0;
  id = await packed();
});

async function packed(valueMinor = 0n): Promise<string> {
  const parcel = newId();
  await execute(db, 'INSERT INTO parcel (id, value_minor) VALUES ($1, $2)', [parcel, valueMinor]);
  return parcel;
}

function step(cause: string | null, event: ParcelEvent, process: Process<ParcelKind> = parcelProcess) {
  return inTransaction(db, (tx) => applyStep(tx, process, { id, cause, event, nowMs: 0 }));
}

const [send, lose, find] = [{ type: 'send' }, { type: 'lose' }, { type: 'find' }] as const;

async function traces() {
  const row = await one<{ status: string; version: number }>(db, 'SELECT status, version FROM parcel WHERE id = $1', [
    id,
  ]);
  const steps = await select(db, "SELECT key FROM step WHERE key LIKE 'parcel:' || $1 || ':%'", [id]);
  const outbox = await select(db, "SELECT topic FROM outbox WHERE payload->>'id' = $1", [id]);
  const paid = await select(db, "SELECT key FROM insurance WHERE key LIKE 'parcel:' || $1 || ':%'", [id]);
  return { ...row, steps: steps.length, outbox: outbox.length, paid: paid.length };
}

describe('a step', () => {
  it('sets status and version, is remembered, and writes the outbox', async () => {
    expect(await step('pick-up', send)).toEqual({ status: 'sent', version: 2 });
    expect(await traces()).toEqual({ status: 'sent', version: 2, steps: 1, outbox: 1, paid: 0 });
  });

  it('run twice gives its first answer and changes nothing, whatever happened since', async () => {
    const first = await step('pick-up', send);
    await step('storm', lose);
    expect(await step('pick-up', send)).toEqual(first);
    expect(await traces()).toMatchObject({ status: 'lost', version: 3, steps: 2, outbox: 2 });
  });

  it('that is refused leaves nothing, and can become possible later', async () => {
    await expect(step('storm', lose)).rejects.toMatchObject({ code: 'illegal_transition' });
    await step('pick-up', send);
    expect(await step('storm', lose)).toMatchObject({ status: 'lost', version: 3 });
  });

  it('of what does not exist is not found', async () => {
    id = newId();
    await expect(step('pick-up', send)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('without a cause is decided again each time, and leaves no record', async () => {
    await step(null, send);
    await expect(step(null, send)).rejects.toMatchObject({ code: 'illegal_transition' });
    await step(null, lose);
    expect(await step(null, find)).toEqual({ status: 'sent', version: 4 });
    expect(await traces()).toMatchObject({ version: 4, steps: 0, outbox: 3 });
  });

  it('requested 20 times at once is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => step('pick-up', send)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await traces()).toMatchObject({ status: 'sent', version: 2, steps: 1, outbox: 1 });
  });

  it('of another cause at once comes after', async () => {
    await step('pick-up', send);
    const events = Array.from({ length: 20 }, (_, n) => step(`cause ${n}`, n % 2 === 0 ? lose : find));
    const made = (await Promise.allSettled(events)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    const versions = made.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(versions.map((_, n) => n + 3));
  });

  it('may say more of the row than the rules: its columns are written as the code has them', async () => {
    id = await packed(2n ** 70n);
    await step('pick-up', send);
    await step('storm', lose);
    const sql = 'SELECT paid_minor::text AS paid FROM parcel WHERE id = $1';
    expect(await one(db, sql, [id])).toEqual({ paid: (2n ** 70n).toString() });
    await step('luck', find);
    await step('door', { type: 'receive', by: 'Ada' });
    const received = await one(db, 'SELECT received_by AS by, received_at AS at FROM parcel WHERE id = $1', [id]);
    expect(received).toEqual({ by: 'Ada', at: new Date(0) });
  });

  it('refuses to save over a version that is not the one it read', async () => {
    const careless: Process<ParcelKind> = {
      ...parcelProcess,
      lock: async (tx, ids) => {
        const found = await parcelProcess.lock(tx, ids);
        return new Map([...found].map(([each, { row }]) => [each, { row: { ...row, version: row.version + 7 } }]));
      },
    };
    await expect(step('pick-up', send, careless)).rejects.toThrow(/changed since it was read/);
    expect(await traces()).toMatchObject({ status: 'packed', version: 1, steps: 0 });
  });
});

describe('others', () => {
  it('react in the same transaction, to the transitions that they subscribed to', async () => {
    id = await packed(5n);
    await step('pick-up', send);
    expect(letters).toEqual([]);
    await step('storm', lose);
    expect(letters).toEqual(['sent → lost: 5']);
  });

  it('that fail take the step back', async () => {
    id = await packed(5n);
    await step('pick-up', send);
    brokenLetters = true;
    await expect(step('storm', lose)).rejects.toThrow('No paper.');
    brokenLetters = false;
    expect(await traces()).toEqual({ status: 'sent', version: 2, steps: 1, outbox: 1, paid: 0 });
  });

  it('stop the events that they may stop, and no other', async () => {
    heldAtCustoms.add(id);
    await expect(step('pick-up', send)).rejects.toMatchObject({ code: 'operation_suspended' });
    heldAtCustoms.delete(id);
    await step('pick-up', send);
    heldAtCustoms.add(id);
    expect(await step('storm', lose)).toMatchObject({ status: 'lost' });
  });
});

describe('a batch', () => {
  const batch = (tx: Tx, ids: readonly string[], event: ParcelEvent) =>
    applySteps(
      tx,
      parcelProcess,
      ids.map((each) => ({ id: each, event, cause: event.type, nowMs: 0 })),
    );

  it('takes as many statements for a hundred rows as for one, and a refusal is the answer of its step', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => packed()));
    await inTransaction(db, (tx) => batch(tx, ids.slice(0, 1), send));
    const answers = await inTransaction(db, (tx) => batch(tx, [...ids.slice(0, 99), newId()], lose));
    expect(answers[0]?.answer).toEqual({ status: 'lost', version: 3 });
    expect(answers.slice(1, 99).every(({ refused }) => refused?.code === 'illegal_transition')).toBe(true);
    expect(answers[99]?.refused?.code).toBe('not_found');
  });

  it('may touch each row once', async () => {
    await expect(inTransaction(db, (tx) => batch(tx, [id, id], send))).rejects.toThrow(/once/);
  });
});

describe('a crash', () => {
  const die = (tx: Tx) => execute(tx, 'SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
  const deaths: Record<string, Process<ParcelKind>> = {
    'before the lock': {
      ...parcelProcess,
      async lock(tx, ids) {
        await die(tx);
        return parcelProcess.lock(tx, ids);
      },
    },
    'after the lock': {
      ...parcelProcess,
      async lock(tx, ids) {
        const found = await parcelProcess.lock(tx, ids);
        await die(tx);
        return found;
      },
    },
    'before saving': {
      ...parcelProcess,
      effects: {
        ...parcelProcess.effects,
        notify: async (tx) => {
          await die(tx);
          return undefined;
        },
      },
    },
  };

  it.each(Object.keys(deaths))('%s: it did not happen and can be requested again', async (moment) => {
    await expect(step('pick-up', send, deaths[moment])).rejects.toThrow();
    expect(await traces()).toEqual({ status: 'packed', version: 1, steps: 0, outbox: 0, paid: 0 });
    expect(await step('pick-up', send)).toEqual({ status: 'sent', version: 2 });
  });

  it('before the commit: it did not happen', async () => {
    const killed = inTransaction(db, async (tx) => {
      await applyStep(tx, parcelProcess, { id, cause: 'pick-up', event: send, nowMs: 0 });
      await die(tx);
    });
    await expect(killed).rejects.toThrow();
    expect(await traces()).toEqual({ status: 'packed', version: 1, steps: 0, outbox: 0, paid: 0 });
  });
});

describe('a row that a step makes in another table', () => {
  /** Insures by a row and a public event; the next effect of the step may fail. */
  async function insuring(fails: boolean): Promise<Process<ParcelKind>> {
    const [merchantId, profileId, mode] = [newId(), newId(), 'sandbox'];
    await execute(db, 'INSERT INTO merchant (id) VALUES ($1)', [merchantId]);
    const profile = `INSERT INTO profile (id, merchant_id, mode, name, gates, notification_key_sealed)
      VALUES ($1, $2, $3, 'Quay', '{}', 'x')`;
    await execute(db, profile, [profileId, merchantId, mode]);
    return defineProcess<ParcelKind>({
      ...parcelProcess,
      makes: { name: 'insurance', names: 'key, minor' },
      effects: {
        pay_insurance: async (_tx, decided) => ({
          columns: new Map(),
          made: decided.map(({ stepKey, before: { row } }) => ({
            row: { key: stepKey, minor: row.valueMinor.toString() },
            event: publicEvent('insurance', { id: row.id, merchantId, profileId, mode, status: 'paid' }, {}, 0),
          })),
        }),
        notify: async () => {
          if (fails) throw new Error('No paper.');
          return undefined;
        },
      },
    });
  }
  const events = () => select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1', [id]);

  it('is written with it and published, once', async () => {
    id = await packed(7n);
    await step('pick-up', send);
    const process = await insuring(false);
    for (let time = 0; time < 2; time += 1) await step('storm', lose, process);
    expect(await traces()).toMatchObject({ status: 'lost', version: 3, paid: 1, outbox: 2 });
    expect(await events()).toEqual([{ type: 'insurance.paid' }]);
    const messages = await select(
      db,
      "SELECT FROM outbox WHERE topic = 'event.insurance.paid' AND payload->>'entityId' = $1",
      [id],
    );
    expect(messages.length).toBe(1);
  });

  it('is not there when the step fails after it', async () => {
    id = await packed(7n);
    await step('pick-up', send);
    await expect(step('storm', lose, await insuring(true))).rejects.toThrow('No paper.');
    expect(await traces()).toMatchObject({ status: 'sent', version: 2, paid: 0 });
    expect(await events()).toEqual([]);
  });
});

it('rows that need a workflow are started from themselves alone, page by page, each once', async () => {
  await execute(db, 'DELETE FROM parcel');
  const ids = await Promise.all(Array.from({ length: 25 }, () => packed()));
  id = ids[7] ?? '';
  await step('pick-up', send);
  await step('door', { type: 'receive', by: 'Ada' });
  const parcels = restartable(parcelProcess);
  const pages: string[][] = [];
  for await (const rows of unfinishedRows(db, parcels, { nowMs: 0, limit: 10 })) pages.push(rows.map((row) => row.id));
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 4]);
  // One is received between the page and the start.
  expect(await parcels.start(db, [...pages.flat(), id], 0)).toBe(24);
  const started = await select<{ id: string }>(
    db,
    `SELECT payload->>'workflowId' AS id FROM outbox WHERE topic = 'workflow.signal' ORDER BY 1`,
  );
  expect(started.map((row) => row.id)).toEqual(
    ids
      .filter((each) => each !== id)
      .map((each) => `parcel:${each}`)
      .sort(),
  );
});
