import { setTimeout as pause } from 'node:timers/promises';
import { pagesOf, readPage } from './cursors.ts';
import { TidegateError } from './errors.ts';
import { messagesOf } from './event-stream.ts';
import { type Http, type RequestOptions, waitAfter } from './http.ts';
import { part } from './ids.ts';
import type { Event, Query } from './types.ts';

export interface FollowOptions extends RequestOptions {
  /** How long to wait for further events. 2 s unless said. */
  readonly intervalMs?: number;
}

/** How `live` ends, and what it says meanwhile. */
export interface LiveOptions {
  readonly signal?: AbortSignal;
  /** Called when the stream is open, at first and after each interruption. */
  readonly onOpen?: () => void;
}

/** The events, oldest first: for shops that missed webhooks, and for those that have no public address. */
export function eventCalls(http: Http) {
  async function* list(query: Query<'listEvents'> = {}, options: RequestOptions = {}): AsyncGenerator<Event, void> {
    for await (const { data } of pagesOf<Event>(http, PATH, query, options)) yield* data;
  }

  /** Goes on for good, until `signal` ends it. Store `event.id` and begin there the next time. */
  async function* follow(query: Query<'listEvents'> = {}, options: FollowOptions = {}): AsyncGenerator<Event, void> {
    let { after } = query;
    for (;;) {
      for await (const { data, next } of pagesOf<Event>(http, PATH, { ...query, after }, options)) {
        yield* data;
        after = next;
      }
      await pause(options.intervalMs ?? FOLLOW_MS, undefined, options.signal ? { signal: options.signal } : {});
    }
  }

  /** The `after` with which `list` and `follow` give only what is still to come. */
  const latest = async (options: RequestOptions = {}): Promise<string> =>
    (await readPage<Event>(http, PATH, { after: 'latest' }, options)).next;

  /** One event by its id, which is the `webhook-id` of the webhook that carried it. */
  const get = async (id: string, options: RequestOptions = {}): Promise<Event> => {
    const call = { method: 'GET', path: `${PATH}/${part(id)}` } as const;
    return (await http.send<{ data: Event }>(call, options)).content.data;
  };

  return { get, list, follow, live: liveOf(http, latest), latest };
}

/**
 * Events as they happen, by an event stream: from now, or after `after`. It goes on for good, until `signal` ends it,
 * connects again after interruptions and misses nothing. @throws ApiError once the key may not read on
 */
function liveOf(http: Http, latest: (options: RequestOptions) => Promise<string>) {
  return async function* live(
    query: Query<'followEvents'> = {},
    { signal, onOpen }: LiveOptions = {},
  ): AsyncGenerator<Event, void> {
    const ended = signal === undefined ? {} : { signal };
    // An event between the first connection and an interruption would be lost without a cursor.
    let after = query.after === undefined || query.after === 'latest' ? await latest(ended) : query.after;
    for (let failures = 0; ; failures += 1) {
      const silence = silenceOf(signal);
      try {
        const body = await http.open(`${PATH}/live`, { ...query, after }, silence.signal);
        onOpen?.();
        for await (const { id, event, data } of messagesOf(body, silence.restart)) {
          failures = 0;
          if (id === undefined || event === 'heartbeat') continue;
          yield JSON.parse(data);
          after = id;
        }
      } catch (error) {
        signal?.throwIfAborted();
        // Whatever broke a stream that was open is an interruption; a refusal has an answer.
        if (error instanceof TidegateError && waitAfter(error, 0) === undefined) throw error;
      } finally {
        silence.end();
      }
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), undefined, ended);
    }
  };
}

/** Ends a stream on which nothing arrives, not even heartbeats: its connection is dead without a word. */
function silenceOf(signal: AbortSignal | undefined) {
  const dead = new AbortController();
  const timer = setTimeout(() => dead.abort(), LONGEST_SILENCE_MS);
  return {
    signal: signal === undefined ? dead.signal : AbortSignal.any([signal, dead.signal]),
    restart: () => void timer.refresh(),
    end: () => {
      clearTimeout(timer);
      dead.abort();
    },
  };
}

/** The gateway sends a heartbeat every 10 s. */
const LONGEST_SILENCE_MS = 35_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

const PATH = '/events';
const FOLLOW_MS = 2_000;
