import { proxyLocalActivities } from '@temporalio/workflow';
import { again } from '../domain/process/backoff.ts';
import type { ProcessInput } from './messages.ts';
import { operatorUpdates, runProcess } from './process-run.ts';

// A process that exists only for tests, as the smallest example.

export interface ParcelSnapshot {
  readonly version: number;
  readonly status: 'packed' | 'sent' | 'lost' | 'received';
}
interface ParcelInput extends ProcessInput<ParcelSnapshot> {
  readonly parcelId: string;
}
export interface ParcelActivities {
  handOver(tries: number): Promise<{ readonly watch: ParcelSnapshot; readonly trouble: string | null }>;
  decide(command: object): Promise<ParcelSnapshot>;
}

export const { approve, retry, resolve } = operatorUpdates<ParcelSnapshot, 'found' | 'gone'>();

const { handOver, decide } = proxyLocalActivities<ParcelActivities>({ startToCloseTimeout: '10 seconds' });

export const parcelWorkflow = runProcess<ParcelInput, 'hand_over', { rounds: number }, 'found' | 'gone'>({
  name: 'parcel',
  signal: 'parcelChanged',
  next: ({ snapshot: { status }, ...at }, nowMs) => {
    if (status === 'received') return { kind: 'end', message: 'Received.' };
    if (status !== 'packed') return { kind: 'wait', untilMs: Number.POSITIVE_INFINITY, message: `Is ${status}.` };
    return again(at, nowMs, { act: 'hand_over', message: `Waits for the courier (${at.notes.rounds ?? 0}).` });
  },
  acts: {
    hand_over: async ({ tries, notes, note }) => {
      const { watch, trouble } = await handOver(tries);
      note({ trouble, rounds: (notes.rounds ?? 0) + 1 });
      return watch;
    },
  },
  updates: {
    retry: { write: async () => undefined, notes: { rounds: 100 } },
    resolve: {
      outcomes: ['found', 'gone'],
      refusal: ({ snapshot }) => (snapshot.status === 'lost' ? null : `the parcel is ${snapshot.status}`),
      write: decide,
    },
  },
  place: ({ status }) => status,
  attributes: ({ status }) => ({ Status: status, NeedsOperator: status === 'lost' }),
  details: ({ input }, message) => `${input.parcelId}: ${message}`,
});
