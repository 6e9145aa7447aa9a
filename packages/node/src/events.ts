import { setTimeout as pause } from 'node:timers/promises';
import type { Http, QueryValues, RequestOptions } from './http.ts';
import { part } from './ids.ts';
import type { Event, Query } from './types.ts';

export interface FollowOptions extends RequestOptions {
  /** How long to wait for further events. 2 s unless said. */
  readonly intervalMs?: number;
}

interface EventPage {
  readonly data: readonly Event[];
  readonly has_more: boolean;
  readonly next?: string | null;
}

/** The events, oldest first: for shops that missed webhooks, and for those that have no public address. */
export function eventCalls(http: Http) {
  const read = async (query: QueryValues, options: RequestOptions) =>
    (await http.send<EventPage>({ method: 'GET', path: '/events', query }, options)).content;

  async function* list(query: Query<'listEvents'> = {}, options: RequestOptions = {}): AsyncGenerator<Event, void> {
    let after = query.after;
    for (;;) {
      const page = await read({ ...query, after }, options);
      yield* page.data;
      after = page.data.at(-1)?.id ?? after;
      if (!page.has_more) return;
    }
  }

  /** Goes on for good, until `signal` ends it. Store `event.id` and begin there the next time. */
  async function* follow(query: Query<'listEvents'> = {}, options: FollowOptions = {}): AsyncGenerator<Event, void> {
    let after = query.after;
    for (;;) {
      for await (const event of list({ ...query, ...(after === undefined ? {} : { after }) }, options)) {
        yield event;
        after = event.id;
      }
      await pause(options.intervalMs ?? FOLLOW_MS, undefined, options.signal ? { signal: options.signal } : {});
    }
  }

  /** One event by its id, which is the `webhook-id` of the webhook that carried it. */
  const get = async (id: string, options: RequestOptions = {}): Promise<Event> => {
    const call = { method: 'GET', path: `/events/${part(id)}` } as const;
    return (await http.send<{ data: Event }>(call, options)).content.data;
  };

  return { get, list, follow };
}

const FOLLOW_MS = 2_000;
