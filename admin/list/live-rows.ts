import type { LiveChange } from '../../contract/live.ts';

/**
 * Whether a change of something that is not shown may belong into the list: it has just come into being, or it has
 * taken on a status that the list is narrowed to. What else the list is narrowed by only the server knows.
 */
export function mayBelong({ version, status }: LiveChange, statuses: readonly string[] | undefined): boolean {
  return statuses ? statuses.includes(status) : version === 1;
}

export function replaceRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  byId: ReadonlyMap<string, Row>,
): Row[] {
  return (rows ?? []).map((row) => byId.get(row.id) ?? row);
}
