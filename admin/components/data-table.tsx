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
import type { RowSelection } from './row-selection.ts';
import { SelectAll, SelectRow } from './select-boxes.tsx';
import { useOpenRow } from './use-open-row.ts';

export interface TableColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /**
   * Pixels, where the table is under 1000 wide and where it is wider. Columns without one share the rest; where none
   * has one, columns are as wide as what is in them.
   */
  readonly width?: number | readonly [tight: number, wide: number];
  /** The field the server sorts by; without it the column does not sort. */
  readonly sortBy?: string;
  /** Left out where the table is under 1000 wide; `narrow` only where it is under 800. */
  readonly spare?: boolean | 'narrow';
  readonly labelHidden?: boolean;
  /** In the second color: what one looks up rather than reads. */
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
  /** The page of a row: a click anywhere on the row opens it, as the link of its first cell does. */
  path?: (row: Row) => string | null;
  /** A box in front of each row. */
  selection?: RowSelection<Row> | undefined;
}

const TIGHT = '@container (max-width: 999px)';
const NARROW = '@container (max-width: 799px)';
const Grid = styled(Table)(({ theme }) => ({
  '&[data-fixed=true]': { tableLayout: 'fixed' },
  '& caption': { captionSide: 'top', height: 0, padding: 0 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tbody th': { fontWeight: 400 },
  '& tbody [data-quiet=true]': { color: theme.palette.text.secondary },
  '& tbody tr[data-opens=true]': { cursor: 'pointer' },
  '&[data-fixed=true] td': { overflowWrap: 'anywhere' },
  [TIGHT]: {
    '& [data-spare=true]': { display: 'none' },
    '& th, & td': { paddingInline: 8 },
    '& small': { display: 'none' },
    // Two tokens of one name are told apart by their network only.
    '& small[data-token=true]': { display: 'block', lineHeight: '16px' },
  },
  [NARROW]: { '& [data-spare=narrow]': { display: 'none' } },
}));
// Positioned, so that words for screen readers in wide tables scroll along and do not widen the page.
const Scroll = styled('div')({ position: 'relative', overflowX: 'auto', containerType: 'inline-size' });
const SortButton = styled(ButtonBase)({ gap: 4, padding: '4px 0', font: 'inherit', fontWeight: 500, color: 'inherit' });

/** A plain table with headings that sort. The first cell of each row is its heading, and holds its link. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, path, selection } = props;
  const openRow = useOpenRow();
  const isFixed = columns.some(({ width }) => width !== undefined);
  return (
    <Scroll>
      <Grid data-fixed={isFixed} sx={isFixed ? widthsOf(columns) : undefined}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell sx={BOX_CELL}>
                <SelectAll selection={selection} />
              </TableCell>
            )}
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
          {rows.map((row) => {
            const to = path?.(row) ?? null;
            return (
              <TableRow
                key={rowKey(row)}
                hover={to !== null}
                data-opens={to !== null}
                selected={selection?.has(row) ?? false}
                {...(to === null ? {} : openRow(to))}
              >
                {selection && (
                  <TableCell sx={BOX_CELL}>
                    <SelectRow row={row} selection={selection} />
                  </TableCell>
                )}
                {columns.map((column, index) => (
                  <BodyCell
                    key={column.key}
                    row={row}
                    column={column}
                    isHeading={index === 0}
                    edge={edgeOf(index, columns.length)}
                  />
                ))}
              </TableRow>
            );
          })}
        </TableBody>
      </Grid>
    </Scroll>
  );
}

const BOX_CELL = { width: 44, padding: '0 0 0 12px !important' } as const;

type Edge = 'first' | 'last' | 'inner';

function edgeOf(index: number, count: number): Edge {
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'inner';
}

/** Widths by the key of the column, as columns may be left out. */
function widthsOf<Row>(columns: readonly TableColumn<Row>[]) {
  const rules = (pick: 0 | 1) =>
    Object.fromEntries(
      columns.flatMap(({ key, width }) =>
        width === undefined
          ? []
          : [[`& th[data-key="${key}"]`, { width: typeof width === 'number' ? width : width[pick] }]],
      ),
    );
  return { ...rules(1), [TIGHT]: rules(0) };
}

function BodyCell<Row>({
  row,
  column,
  isHeading,
  edge,
}: {
  row: Row;
  column: TableColumn<Row>;
  isHeading: boolean;
  edge: Edge;
}) {
  const { cell, align, spare = false, quiet = false } = column;
  return (
    <TableCell
      data-spare={spare}
      data-edge={edge}
      data-quiet={quiet}
      align={align}
      {...(isHeading ? { component: 'th', scope: 'row' } : {})}
    >
      {cell(row)}
    </TableCell>
  );
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  edge: Edge;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
}

function HeadCell<Row>({ column, edge, sort, onSort }: HeadCellProps<Row>) {
  const { key, label, align, sortBy, spare = false, labelHidden = false } = column;
  const sorted = sort !== undefined && sort.field === sortBy ? sort.order : null;
  return (
    <TableCell
      data-key={key}
      data-spare={spare}
      data-edge={edge}
      align={align}
      {...(sorted ? { sortDirection: sorted === 'ASC' ? 'asc' : 'desc' } : {})}
    >
      {sortBy && onSort ? (
        <SortButton
          aria-label={t('list.sortBy', { column: label })}
          onClick={() => onSort({ field: sortBy, order: sorted === 'DESC' ? 'ASC' : 'DESC' })}
          sx={sorted ? { color: 'text.primary' } : undefined}
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
