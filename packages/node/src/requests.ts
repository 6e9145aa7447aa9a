import { pagesOf } from './cursors.ts';
import type { Http, RequestOptions } from './http.ts';
import type { LoggedRequest, Query } from './types.ts';

/** The calls of this key within 30 days, for people who look for a mistake. */
export function requestCalls(http: Http) {
  /** Newest first. */
  async function* list(
    query: Query<'listRequests'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<LoggedRequest, void> {
    for await (const { data } of pagesOf<LoggedRequest>(http, '/requests', query, options)) yield* data;
  }

  return { list };
}
