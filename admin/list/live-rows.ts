import type { LiveChange } from '../../contract/live.ts';

/**
 * Whether a changed object that is not shown may belong to the list: it was just created (a purchase by card: placed,
 * because lists have no drafts), or took on a status that the list filters by. Only the server can evaluate the other
 * filters.
 */
export function mayBelong({ version, status }: LiveChange, statuses: readonly string[] | undefined): boolean {
  return statuses ? statuses.includes(status) : version === 1 || status === 'placing';
}

export function replaceRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  byId: ReadonlyMap<string, Row>,
): Row[] {
  return (rows ?? []).map((row) => byId.get(row.id) ?? row);
}
