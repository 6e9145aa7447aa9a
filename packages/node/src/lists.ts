import type { Answer, Http, LastResponse, QueryValues, RequestOptions } from './http.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly total: number; readonly page: number; readonly per_page: number };
  readonly lastResponse: LastResponse;
}

/** A list: `await` it for one page, or go through all of it with `for await`. */
export class List<Item extends object> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: (page: number | undefined) => Promise<Page<Item>>;
  readonly #first: number;
  #page: Promise<Page<Item>> | undefined;

  constructor(first: number | undefined, read: (page: number | undefined) => Promise<Page<Item>>) {
    this.#read = read;
    this.#first = first ?? 1;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its page
  then<Done = Page<Item>, Failed = never>(
    done?: ((page: Page<Item>) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.#page ??= this.#read(undefined);
    return this.#page.then(done, failed);
  }

  /** Reads page by page. An object that newer ones moved to the next page meanwhile is given once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for (let page = this.#first; ; page += 1) {
      const { data, pagination } = await this.#read(page);
      for (const item of data) if (!before.has(identityOf(item))) yield item;
      before = new Set(data.map(identityOf));
      if (data.length === 0 || page * pagination.per_page >= pagination.total) return;
    }
  }

  /** All of the list, at most `limit` of it. */
  async toArray({ limit = 10_000 }: { readonly limit?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }
}

function identityOf(item: object): unknown {
  return 'id' in item ? item.id : item;
}

/** A list of the API. */
export function listOf<Item extends object>(
  http: Http,
  path: string,
  query: QueryValues & { readonly page?: number },
  options?: RequestOptions,
): List<Item> {
  return new List<Item>(query.page, async (page) => {
    const fields = { ...query, ...(page === undefined ? {} : { page }) };
    const call = { method: 'GET', path, query: fields } as const;
    const answer: Answer<Omit<Page<Item>, 'lastResponse'>> = await http.send(call, options);
    return { ...answer.content, lastResponse: answer.lastResponse };
  });
}
