import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import type { ProcessNews, ProcessReport } from './messages.ts';
import { type ParcelActivities, type ParcelSnapshot, resolve, retry } from './parcel.fixture.ts';

const packed: ParcelSnapshot = { version: 1, status: 'packed' };
const command = { by: 'ada@staff.test', note: 'Asked the courier.' };

/** The courier's answers, and the calls to it. */
let courier: { comes: ParcelSnapshot | null; calls: number[]; decided: object[] };
const activities: ParcelActivities = {
  handOver: async (tries) => {
    courier.calls.push(tries);
    return { watch: courier.comes ?? packed, trouble: courier.comes === null ? 'Nobody came.' : null };
  },
  decide: async (decision) => {
    courier.decided.push(decision);
    return { version: 9, status: 'received' };
  },
};

let temporal: TestEnvironment;
let worker: Worker;
let running: Promise<void>;

beforeAll(async () => {
  temporal = await openTestTemporal();
  const workflowsPath = fileURLToPath(new URL('./parcel.fixture.ts', import.meta.url));
  worker = await Worker.create({ ...temporal.worker, taskQueue: 'parcels', workflowsPath, activities });
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await temporal?.close();
});
beforeEach(() => {
  courier = { comes: null, calls: [], decided: [] };
});

let parcels = 0;
async function send(watch: ParcelSnapshot): Promise<WorkflowHandle> {
  parcels += 1;
  const parcelId = `parcel:${parcels}`;
  const options = { workflowId: parcelId, taskQueue: 'parcels', args: [{ version: 2, parcelId, watch }] };
  return temporal.client.workflow.start('parcelWorkflow', options);
}
const report = (parcel: WorkflowHandle) => parcel.query<ProcessReport<ParcelSnapshot>>('parcel');
const tell = (parcel: WorkflowHandle, news: ProcessNews<ParcelSnapshot> & { readonly padding?: string }) =>
  parcel.signal('parcelChanged', news);
const says = (parcel: WorkflowHandle, words: string) =>
  until(async () => (await report(parcel)).words === words, `it says "${words}"`);

describe('a process', () => {
  it('retries after growing pauses without progress, says so, and restarts the count after progress', async () => {
    const parcel = await send(packed);
    await says(parcel, 'Waits for the courier (2). Nobody came. Tried twice; trying again.');
    expect(courier.calls).toEqual([0, 1]);
    courier.comes = { version: 2, status: 'sent' };
    await says(parcel, 'Is sent.');
    expect(await report(parcel)).toMatchObject({ tries: 0, watch: { status: 'sent' } });
    const { currentDetails } = await parcel.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toContain(': Is sent.');
    expect((await parcel.describe()).searchAttributes).not.toHaveProperty('Status');
    await tell(parcel, { eventId: 'received', watch: { version: 3, status: 'received' } });
    await parcel.result();
    expect((await parcel.describe()).searchAttributes).toMatchObject({ Status: ['received'] });
  });

  it('believes the newest version, hears each news once, and is woken by news of what stood in the way', async () => {
    const parcel = await send({ version: 5, status: 'sent' });
    await tell(parcel, { eventId: 'late', watch: { version: 4, status: 'lost' } });
    await tell(parcel, { eventId: 'back', watch: { version: 6, status: 'packed' } });
    await says(parcel, 'Waits for the courier (2). Nobody came. Tried twice; trying again.');
    await tell(parcel, { eventId: 'woken' });
    await says(parcel, 'Waits for the courier (3). Nobody came. Tried once; trying again.');
    await tell(parcel, { eventId: 'woken' });
    await tell(parcel, { eventId: 'lost', watch: { version: 7, status: 'lost' } });
    await says(parcel, 'Is lost.');
    expect(courier.calls).toEqual([0, 1, 0]);
    expect((await parcel.describe()).searchAttributes).toMatchObject({ NeedsOperator: [true] });
    await parcel.terminate();
  });
});

describe('operators', () => {
  it('make it retry at once, and see what it waits for', async () => {
    const parcel = await send(packed);
    await says(parcel, 'Waits for the courier (2). Nobody came. Tried twice; trying again.');
    expect(await parcel.executeUpdate(retry, { args: [command] })).toContain('Waits for the courier');
    await says(parcel, 'Waits for the courier (101). Nobody came. Tried once; trying again.');
    await parcel.terminate();
  });

  it('decide in one vocabulary, which says who and why', async () => {
    const parcel = await send(packed);
    const decide = (decision: object) => parcel.executeUpdate(resolve, { args: [decision as never] });
    await expect(decide({ ...command, outcome: 'found' })).rejects.toThrow();
    await tell(parcel, { eventId: 'lost', watch: { version: 2, status: 'lost' } });
    for (const wrong of [
      { ...command, outcome: 'eaten' },
      { by: 'ada', outcome: 'gone' },
    ]) {
      await expect(decide(wrong)).rejects.toThrow();
    }
    await expect(parcel.executeUpdate('approve', { args: [command] })).rejects.toThrow();
    expect(await decide({ ...command, outcome: 'found', more: 1 })).toMatchObject({ status: 'received' });
    expect(courier.decided).toEqual([{ ...command, outcome: 'found', cause: expect.any(String) }]);
    await parcel.result();
  });

  it('may still say operator and reason, for one release', async () => {
    const parcel = await send({ version: 1, status: 'lost' });
    const decide = (decision: object) => parcel.executeUpdate(resolve, { args: [decision as never] });
    await expect(decide({ operator: 'ada', outcome: 'gone' })).rejects.toThrow();
    await parcel.executeUpdate(retry, { args: [{ operator: 'ada' } as never] });
    await decide({ operator: 'ada', reason: 'Looked.', outcome: 'gone' });
    expect(courier.decided).toMatchObject([{ by: 'ada', note: 'Looked.', outcome: 'gone' }]);
  });
});

describe('a long history', () => {
  it('goes on in a new run with all clocks, counts, notes, and the news it has heard', async () => {
    const parcel = await send(packed);
    await says(parcel, 'Waits for the courier (2). Nobody came. Tried twice; trying again.');
    const { runId } = await parcel.describe();
    // The server suggests a new run once a history is larger than four megabytes.
    for (const eventId of ['one', 'two', 'three']) {
      await tell(parcel, { eventId, watch: packed, padding: 'x'.repeat(1_500_000) });
    }
    await until(async () => (await parcel.describe()).runId !== runId, 'a new run goes on');
    await tell(parcel, { eventId: 'one', again: true });
    await says(parcel, 'Waits for the courier (3). Nobody came. Tried 3 times; trying again.');
    expect(courier.calls).toEqual([0, 1, 2]);
    await parcel.terminate();
  });
});
