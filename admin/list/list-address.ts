/**
 * A list's filter as its address holds it: text by name, several values by comma.
 */
export type ListFilter = Readonly<Record<string, string>>;

const NAMES = ['page', 'per_page', 'sort', 'order'] as const;

/** The filters that an address sets, limited to those that the list has. */
export function filterIn(params: URLSearchParams, names: readonly string[]): ListFilter {
  const given = names.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => /[^,\s]/.test(value)));
}

/**
 * Our address (`?tab=refunds&status=done&page=2`) as react-admin reads it, without what is not the list's, such as
 * `?tab=`. Empty where the address says nothing of the list: react-admin then shows it as it was left.
 */
export function toListSearch(search: string, names: readonly string[]): string {
  const params = new URLSearchParams(search);
  const filter = filterIn(params, names);
  const own = NAMES.some((name) => params.has(name)) || Object.keys(filter).length > 0;
  if (!own) return '';
  const list = new URLSearchParams({ filter: JSON.stringify(filter) });
  const page = countIn(params.get('page'));
  const perPage = countIn(params.get('per_page'));
  const sort = params.get('sort');
  if (page) list.set('page', String(page));
  if (perPage) list.set('perPage', String(Math.min(100, perPage)));
  if (sort) {
    list.set('sort', sort);
    list.set('order', params.get('order') === 'asc' ? 'ASC' : 'DESC');
  }
  return `?${list}`;
}

export interface UsualList {
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
}

/**
 * The address after react-admin went to `listSearch`: what is not the list's stays, and what is as usual is left out.
 */
export function fromListSearch(
  listSearch: string,
  current: string,
  { names, usual }: { readonly names: readonly string[]; readonly usual: UsualList },
): string {
  const list = new URLSearchParams(listSearch);
  const next = new URLSearchParams(current);
  for (const name of [...NAMES, ...names]) next.delete(name);
  const filter = JSON.parse(list.get('filter') ?? '{}') as Record<string, unknown>;
  for (const name of names) if (filter[name]) next.set(name, String(filter[name]));
  const [page, perPage] = [list.get('page'), list.get('perPage')];
  if (page && page !== '1') next.set('page', page);
  if (perPage && perPage !== String(usual.perPage)) next.set('per_page', perPage);
  const [sort, order] = [list.get('sort'), list.get('order')];
  if (sort && (sort !== usual.sort.field || order !== usual.sort.order)) {
    next.set('sort', sort);
    next.set('order', order === 'ASC' ? 'asc' : 'desc');
  }
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

function countIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}
