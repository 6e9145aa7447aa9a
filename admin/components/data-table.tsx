import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { VisuallyHidden } from './card.tsx';

export interface TableColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** The field the server sorts by; without it the column does not sort. */
  readonly sortBy?: string;
  /** Left out between 850 and 1400, where the room is tight. */
  readonly spare?: boolean;
  readonly labelHidden?: boolean;
  /** In the second colour: what one looks up rather than reads. */
  readonly quiet?: boolean;
}

export interface TableSort {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Rows answer the pointer, where their first cell is a link. */
  hover?: boolean;
}

const Grid = styled(Table)(({ theme }) => ({
  '& caption': { captionSide: 'top', height: 0, padding: 0 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tbody th': { fontWeight: 400 },
  '& tbody [data-quiet=true]': { color: theme.palette.text.secondary },
  [theme.breakpoints.between('sm', 'lg')]: {
    '& [data-spare=true]': { display: 'none' },
    '& th, & td': { paddingInline: 8 },
    '& small': { display: 'none' },
  },
}));
// Positioned, so that words for screen readers in wide tables scroll along and do not widen the page.
const Scroll = styled('div')({ position: 'relative', overflowX: 'auto' });
const SortButton = styled(ButtonBase)({ gap: 4, padding: '4px 0', font: 'inherit', fontWeight: 500, color: 'inherit' });

/** A plain table with headings that sort. The first cell of each row is its heading, and holds its link. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, hover = false }: DataTableProps<Row>) {
  return (
    <Scroll>
      <Grid>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                column={column}
                edge={edgeOf(index, columns.length)}
                {...(sort && onSort ? { sort, onSort } : {})}
              />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} hover={hover}>
              {columns.map(({ key, cell, align, spare = false, quiet = false }, index) => (
                <TableCell
                  key={key}
                  data-spare={spare}
                  data-edge={edgeOf(index, columns.length)}
                  data-quiet={quiet}
                  {...(align ? { align } : {})}
                  {...(index === 0 ? { component: 'th', scope: 'row' } : {})}
                >
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Grid>
    </Scroll>
  );
}

type Edge = 'first' | 'last' | 'inner';

function edgeOf(index: number, count: number): Edge {
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'inner';
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  edge: Edge;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
}

function HeadCell<Row>({ column, edge, sort, onSort }: HeadCellProps<Row>) {
  const { label, align, sortBy, spare = false, labelHidden = false } = column;
  const sorted = sort !== undefined && sort.field === sortBy ? sort.order : null;
  return (
    <TableCell
      data-spare={spare}
      data-edge={edge}
      {...(align ? { align } : {})}
      {...(sorted ? { sortDirection: sorted === 'ASC' ? 'asc' : 'desc' } : {})}
    >
      {sortBy && onSort ? (
        <SortButton
          aria-label={t('list.sortBy', { column: label })}
          onClick={() => onSort({ field: sortBy, order: sorted === 'DESC' ? 'ASC' : 'DESC' })}
          {...(sorted ? { sx: { color: 'text.primary' } } : {})}
        >
          {label}
          {sorted && <Icon name={sorted === 'DESC' ? 'arrowDown' : 'arrowUp'} size={16} />}
        </SortButton>
      ) : labelHidden ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        label
      )}
    </TableCell>
  );
}
