/** A value and the condition that uses it; undefined or null means no condition. */
export type Condition = readonly [value: unknown, condition: (placeholder: string) => string];

/** A WHERE clause and the values of its placeholders. */
export interface Where {
  readonly where: string;
  readonly bind: unknown[];
}

/** The filters of each list of money (the one list contract, api.md); omitted means any. */
export interface ListFilter<Status extends string> {
  readonly status?: readonly Status[];
  readonly gateId?: string;
  readonly reference?: string;
  readonly ids?: readonly string[];
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
}

/** Which page of a list, in which order; each list has an order of its own. */
export interface ListPage<Sort extends string> {
  readonly page: number;
  /** At most 100. */
  readonly perPage: number;
  readonly sort?: Sort;
  readonly order?: 'asc' | 'desc';
}

export function limitOf({ page, perPage }: Pick<ListPage<string>, 'page' | 'perPage'>): string {
  return `LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
}

/**
 * A WHERE clause of these conditions and the constant ones of `always`. It never matches another profile's rows,
 * whatever is omitted (hazard 57).
 */
export function whereOfProfile(
  profileId: string,
  conditions: readonly Condition[],
  ...always: readonly string[]
): Where {
  return whereOf('profile_id', profileId, conditions, ...always);
}

/** The same for rows that belong to another owner by this column. */
export function whereOf(
  column: string,
  owner: string,
  conditions: readonly Condition[],
  ...always: readonly string[]
): Where {
  const requested = conditions.filter(([value]) => value !== undefined && value !== null);
  const parts = requested.map(([, condition], index) => condition(`$${index + 2}`));
  return {
    where: [`${column} = $1`, ...parts, ...always].join(' AND '),
    bind: [owner, ...requested.map(([value]) => value)],
  };
}

/** The same for rows that belong to nobody: of all rows, those for which the conditions hold. */
export function whereAll(conditions: readonly Condition[]): Where {
  const requested = conditions.filter(([value]) => value !== undefined && value !== null);
  const parts = requested.map(([, condition], index) => condition(`$${index + 1}`));
  return { where: parts.join(' AND ') || 'true', bind: requested.map(([value]) => value) };
}

/** The conditions of the one list contract. */
export function filterConditions(filter: ListFilter<string>): readonly Condition[] {
  return [
    [filter.status, (p) => `status = ANY(${p}::text[])`],
    [filter.gateId, (p) => `gate_id = ${p}`],
    [filter.reference, (p) => `reference = ${p}`],
    [filter.ids, (p) => `id = ANY(${p}::uuid[])`],
    [filter.dateFrom, (p) => `created_at >= ${p}`],
    [filter.dateTo, (p) => `created_at <= ${p}`],
  ];
}

/**
 * Orders by one of our columns, never by a caller's text; the id breaks ties and, being time-based, sorts by creation.
 * Missing values come last.
 */
export function orderBy(column: string, order: 'asc' | 'desc' = 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return column === 'id' ? `id ${direction}` : `${column} ${direction} NULLS LAST, id ${direction}`;
}

/** A pattern for LIKE and ILIKE: anywhere in the text, without wildcards. Null for an empty search. */
export function likeOf(search = ''): string | null {
  const text = search.trim();
  return text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
