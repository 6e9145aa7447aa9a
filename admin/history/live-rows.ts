import type { LiveChange } from '../../api/contract/live.ts';

/** An invoice that has just come into being: in its first statuses, nothing seen yet. */
export function isNew({ status }: Pick<LiveChange, 'status'>): boolean {
  return status === 'new' || status === 'pending';
}

export function replaceRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  byId: ReadonlyMap<string, Row>,
): Row[] {
  return (rows ?? []).map((row) => byId.get(row.id) ?? row);
}
