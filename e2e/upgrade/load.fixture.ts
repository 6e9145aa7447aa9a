import { type Crowd, gatherCrowd } from '../faults/crowd.fixture.ts';
import { GATES, type PayoutCrowd, payCrowd } from '../faults/payout-crowd.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import type { Fleet } from './fleet.fixture.ts';

export interface LoadOptions {
  /** Marks what it makes. */
  readonly tag: string;
  readonly notificationUrl: string;
  /** The pause between two invoices; payouts come a third as often. */
  readonly everyMs: number;
  /** How many invoices there must be before it can end. */
  readonly atLeast: number;
}

export interface LoadOutcome {
  readonly invoices: Crowd;
  readonly payouts: PayoutCrowd;
  readonly pages: PageViews;
}

export interface PageViews {
  readonly answered: number;
  /** How often an event stream was opened. */
  readonly streams: number;
  /** Every answer that was no success, and every request or stream that broke off, in words. */
  readonly failures: readonly string[];
}

export interface Load {
  /** Waits until there are enough invoices and the last of them was paid. */
  stop(): Promise<LoadOutcome>;
}

/** Shops that create invoices and payouts, payers who pay, and people who keep pages open. */
export function startLoad({ started }: Pick<Fleet, 'started'>, options: LoadOptions): Load {
  const shop = openShop(started);
  const { tag, notificationUrl, everyMs, atLeast } = options;
  let isOver = false;
  const invoices = atPace(
    () => everyMs,
    (made) => !isOver || made < atLeast,
    (first) => gatherCrowd(shop, { tag, first, momentsMs: [Date.now()], notificationUrl }),
  );
  const payouts = atPace(
    // The first of each asset at once.
    (made) => (made < GATES.length ? 0 : 3 * everyMs),
    () => !isOver,
    (first) => payCrowd(shop, { tag, first, momentsMs: [Date.now()] }),
  );
  const visitors = startVisitors(started);
  return {
    stop: async () => {
      isOver = true;
      const [crowds, payoutCrowds] = await Promise.all([invoices, payouts]);
      return {
        invoices: {
          tag,
          lives: crowds.flatMap(({ lives }) => lives),
          retries: () => sum(crowds.map(({ retries }) => retries())),
        },
        payouts: {
          tag,
          ids: payoutCrowds.flatMap(({ ids }) => ids),
          retries: sum(payoutCrowds.map(({ retries }) => retries)),
        },
        pages: await visitors.stop(),
      };
    },
  };
}

/** Starts one after the other, without waiting for the last. @returns what came of all of them */
async function atPace<T>(
  pauseMs: (made: number) => number,
  goesOn: (made: number) => boolean,
  start: (number: number) => Promise<T>,
): Promise<T[]> {
  const all: Promise<T>[] = [];
  while (goesOn(all.length)) {
    const one = start(all.length);
    // It is looked at in the end.
    one.catch(() => {});
    all.push(one);
    await pause(pauseMs(all.length));
  }
  return Promise.all(all);
}

/** People who read lists and pages without a pause and keep event streams open, each of whom notices what fails. */
function startVisitors({ url, api }: Fleet['started']): { stop(): Promise<PageViews> } {
  const headers = { authorization: `Basic ${btoa(`${api.key}:${api.secret}`)}` };
  const leaving = new AbortController();
  const failures: string[] = [];
  let [answered, streams] = [0, 0];

  async function visit<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await fetch(`${url}${path}`, { headers, signal: leaving.signal });
      const found = await read(answer);
      answered += 1;
      if (answer.ok) return found;
      failures.push(`GET ${path}: ${answer.status} ${JSON.stringify(found).slice(0, 200)}`);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      if (!leaving.signal.aborted) failures.push(`GET ${path}: ${String(error)}${cause}`);
    }
    return undefined;
  }

  async function readPages(): Promise<void> {
    while (!leaving.signal.aborted) {
      const list = await visit('/api/v1/invoices', readJson<{ data?: readonly { id: string }[] }>);
      for (const { id } of list?.data?.slice(0, 5) ?? []) await visit(`/customer/invoices/${id}`, readJson);
      await visit('/api/v1/balances', readJson);
      await pause(READING_MS);
    }
  }

  async function follow(): Promise<void> {
    const list = await visit('/api/v1/invoices', readJson<{ data: readonly { id: string }[] }>);
    const [invoice] = list?.data ?? [];
    while (!leaving.signal.aborted) {
      streams += 1;
      // An API that stops ends its streams; a browser opens them again after a pause.
      await visit(`/customer/invoices/${invoice?.id}/events`, (answer) => answer.text());
      await pause(READING_MS);
    }
  }

  const visitors = [readPages(), readPages(), follow(), follow()];
  return {
    stop: async () => {
      leaving.abort();
      await Promise.all(visitors);
      return { answered, streams, failures };
    },
  };
}

const READING_MS = 200;

function readJson<T>(answer: Response): Promise<T> {
  return answer.json() as Promise<T>;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
