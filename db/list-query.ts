/** A value and the condition that holds it; where the value is undefined or null, anything goes. */
export type Condition = readonly [value: unknown, condition: (placeholder: string) => string];

/** What a WHERE clause says, and the values of its placeholders. */
export interface Where {
  readonly where: string;
  readonly bind: unknown[];
}

/** What each list of money may be narrowed by (the one list contract, api.md); left out means any. */
export interface ListFilter<Status extends string> {
  readonly status?: readonly Status[];
  readonly gateId?: string;
  readonly reference?: string;
  readonly ids?: readonly string[];
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
}

/**
 * What of a profile fits all of these, and what is `always` so. Nothing of another profile ever does, whatever is left
 * out (hazard 57).
 */
export function whereOfProfile(
  profileId: string,
  conditions: readonly Condition[],
  ...always: readonly string[]
): Where {
  return whereOf('profile_id', profileId, conditions, ...always);
}

/** The same for what belongs to something else by this column. */
export function whereOf(
  column: string,
  owner: string,
  conditions: readonly Condition[],
  ...always: readonly string[]
): Where {
  const asked = conditions.filter(([value]) => value !== undefined && value !== null);
  const parts = asked.map(([, condition], index) => condition(`$${index + 2}`));
  return {
    where: [`${column} = $1`, ...parts, ...always].join(' AND '),
    bind: [owner, ...asked.map(([value]) => value)],
  };
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
 * By a column of ours, never by a text of a caller; the id breaks ties and, being made of time, sorts by creation. What
 * has none stands behind.
 */
export function orderBy(column: string, order: 'asc' | 'desc' = 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return column === 'id' ? `id ${direction}` : `${column} ${direction} NULLS LAST, id ${direction}`;
}

/** What is searched for, for LIKE and ILIKE: anywhere in the text, and to the letter. Nothing asked is null. */
export function likeOf(search = ''): string | null {
  const text = search.trim();
  return text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
