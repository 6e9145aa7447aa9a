import type { Http, QueryValues, RequestOptions } from './http.ts';

/** A page of a list that goes on after a cursor and skips nothing. */
export interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** The `after` of the next page, also when this one is empty. */
  readonly next: string;
}

export async function readPage<Item>(
  http: Http,
  path: string,
  query: QueryValues,
  options?: RequestOptions,
): Promise<CursorPage<Item>> {
  return (await http.send<CursorPage<Item>>({ method: 'GET', path, query }, options)).content;
}

/** Page by page, until there is no more now. */
export async function* pagesOf<Item>(
  http: Http,
  path: string,
  query: QueryValues,
  options?: RequestOptions,
): AsyncGenerator<CursorPage<Item>, void> {
  let after = query.after;
  for (;;) {
    const page = await readPage<Item>(http, path, { ...query, after }, options);
    yield page;
    after = page.next;
    if (!page.has_more) return;
  }
}
