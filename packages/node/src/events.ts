import { setTimeout as pause } from 'node:timers/promises';
import { pagesOf, readPage } from './cursors.ts';
import type { Http, RequestOptions } from './http.ts';
import { part } from './ids.ts';
import type { Event, Query } from './types.ts';

export interface FollowOptions extends RequestOptions {
  /** How long to wait for further events. 2 s unless said. */
  readonly intervalMs?: number;
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

  return { get, list, follow, latest };
}

const PATH = '/events';
const FOLLOW_MS = 2_000;
