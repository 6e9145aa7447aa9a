import { useEffect } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import type { RowSelection } from '../components/row-selection.ts';

/**
 * The chosen rows of a list, kept by react-admin's list controller over its pages, and given up with the list: what was
 * chosen days ago is not what somebody means now. None where rows cannot be chosen (`nameOf` is left out).
 */
export function useRowSelection<Row extends RaRecord>(nameOf?: (row: Row) => string): RowSelection<Row> | undefined {
  const { data = [], selectedIds, onSelect, onToggleItem, onUnselectItems } = useListContext<Row>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list comes
  useEffect(() => {
    if (selectedIds.length > 0) onUnselectItems();
  }, []);
  if (nameOf === undefined) return undefined;
  const shown = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !shown.includes(id));
  const isAll = shown.length > 0 && shown.every((id) => selectedIds.includes(id));
  return {
    nameOf,
    has: ({ id }) => selectedIds.includes(id),
    toggle: ({ id }) => onToggleItem(id),
    isAll,
    isSome: !isAll && shown.some((id) => selectedIds.includes(id)),
    toggleAll: () => onSelect(isAll ? others : [...others, ...shown]),
  };
}
