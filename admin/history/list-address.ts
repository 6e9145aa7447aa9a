import { type HistoryFilter, tidyFilter } from './history-filter.ts';

/** What a list shows beyond its kind of rows: each has a name of its own in the address, beside `?tab=`. */
export interface ListView<Status extends string = string> {
  readonly filter: HistoryFilter<Status>;
  readonly page: number;
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
}

const TEXTS = ['search', 'gate_id', 'date_from', 'date_to'] as const;
const LISTS = ['status', 'kinds'] as const;
const NAMES = [...TEXTS, ...LISTS, 'page', 'per_page', 'sort', 'order'] as const;

/** What the address narrows a list by. */
export function filterIn<Status extends string>(params: URLSearchParams): HistoryFilter<Status> {
  const texts = TEXTS.map((name) => [name, params.get(name) ?? '']);
  const lists = LISTS.map((name) => [name, params.get(name)?.split(',').filter(Boolean) ?? []]);
  return tidyFilter(Object.fromEntries([...texts, ...lists]) as HistoryFilter<Status>);
}

/** What the address says of a list; `usual` where it says nothing. */
export function viewIn<Status extends string>(
  params: URLSearchParams,
  usual: Pick<ListView, 'perPage' | 'sort'>,
): ListView<Status> {
  const field = params.get('sort');
  return {
    filter: filterIn(params),
    page: countIn(params.get('page')) ?? 1,
    perPage: Math.min(100, countIn(params.get('per_page')) ?? usual.perPage),
    sort: field ? { field, order: params.get('order') === 'asc' ? 'ASC' : 'DESC' } : usual.sort,
  };
}

/** The address of the list with a change to its view; what is not the list's, such as `?tab=`, stays. */
export function withView(params: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const { filter, page, perPage, sort } = change;
  if (filter) {
    for (const name of [...TEXTS, ...LISTS]) next.delete(name);
    for (const [name, value] of Object.entries(tidyFilter(filter))) next.set(name, String(value));
  }
  if (sort) {
    next.set('sort', sort.field);
    next.set('order', sort.order.toLowerCase());
  }
  if (perPage) next.set('per_page', String(perPage));
  // Another filter, order or size begins at the first page.
  if (page && page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}

/** Only what is the list's own: empty where the address says nothing of it. */
export function ownIn(params: URLSearchParams): string {
  const own = NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []));
  return new URLSearchParams(own).toString();
}

function countIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}
