/** A filter value as the list pages hold it; empty ones are left out. */
type FilterValue = string | number | boolean | readonly string[] | null | undefined;

/**
 * Turns the query of ra-data-simple-rest (`range`, `sort`, `filter` as JSON) into the one list contract of the API:
 * `page, per_page, sort, order, search, date_from, date_to, status=a,b, gate_id`, and `ids` for several rows.
 */
export function toListQuery(simpleRest: string): string {
  const given = new URLSearchParams(simpleRest);
  const query = new URLSearchParams();
  const range = parse<[number, number]>(given.get('range'));
  if (range) {
    const perPage = range[1] - range[0] + 1;
    query.set('page', String(Math.floor(range[0] / perPage) + 1));
    query.set('per_page', String(perPage));
  }
  const sort = parse<[string, string]>(given.get('sort'));
  if (sort?.[0] && sort[0] !== NO_SORT) {
    query.set('sort', sort[0]);
    query.set('order', sort[1].toLowerCase());
  }
  addFilter(query, parse<Record<string, FilterValue>>(given.get('filter')) ?? {});
  // Rows by their ids come on one page.
  if (!range && query.has('ids')) query.set('per_page', String(MOST_IDS));
  return query.toString();
}

/** Adds the values of a list's filters as the API names them. */
export function addFilter(query: URLSearchParams, filter: Readonly<Record<string, FilterValue>>): void {
  for (const [name, value] of Object.entries(filter)) {
    const text = asInstant(name, filterText(value));
    if (text !== '') query.set(name === 'id' ? 'ids' : name, text);
  }
}

/** The sort field that react-admin sends when no order was requested; no list of the API has a field of this name. */
const NO_SORT = 'id';

/** As many ids as the API takes at a time. */
export const MOST_IDS = 100;

function filterText(value: FilterValue): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(',') : String(value).trim();
}

/** Days in filters are the user's own: the first one counts from its beginning, the last one to its end. */
function asInstant(name: string, text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  if (name === 'date_from') return new Date(`${text}T00:00:00`).toISOString();
  return name === 'date_to' ? new Date(`${text}T23:59:59.999`).toISOString() : text;
}

function parse<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}
