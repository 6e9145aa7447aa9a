import { type RaRecord, useListContext } from 'react-admin';
import type { RowSelection } from '../components/data-table.tsx';

/** Which rows are selected, as react-admin's list keeps it: over pages, until it is cleared. */
export function useRowSelection<Row extends RaRecord>(nameOf: (row: Row) => string): RowSelection<Row> {
  const { data = [], selectedIds, onToggleItem, onSelect } = useListContext<Row>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const all = selected.length === 0 ? 'none' : selected.length === data.length ? 'all' : 'some';
  const shown = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !shown.includes(id));
  return {
    all,
    nameOf,
    isSelected: ({ id }) => selectedIds.includes(id),
    onToggle: ({ id }) => onToggleItem(id),
    onToggleAll: () => onSelect(all === 'all' ? others : [...others, ...shown]),
  };
}
