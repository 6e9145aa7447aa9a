import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { CardList, type CardListItem } from './card-list.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { SelectRow } from './select-boxes.tsx';

export interface RowsProps<Row> extends DataTableProps<Row> {
  /** The same row where there is no room for columns. */
  card: (row: Row) => CardListItem;
}

/** The same rows as a table from 850 px up, and as cards under it. */
export function Rows<Row>({ card, ...table }: RowsProps<Row>) {
  const { selection } = table;
  // Only one of both is drawn: hidden by a rule of style, the other would cost as much.
  const isWide = useMediaQuery(useTheme().breakpoints.up('sm'), { noSsr: true });
  if (isWide) return <DataTable {...table} />;
  const item = (row: Row): CardListItem => ({
    ...card(row),
    ...(selection ? { select: <SelectRow row={row} selection={selection} /> } : {}),
  });
  return <CardList label={table.caption} items={table.rows.map(item)} />;
}
