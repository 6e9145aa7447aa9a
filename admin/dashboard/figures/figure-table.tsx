import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../components/card.tsx';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: 36,
    padding: '4px 8px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& th:first-of-type': { textAlign: 'left' },
  '& th': { fontWeight: 400 },
  '& small': { display: 'block', fontSize: 13, lineHeight: '16px', color: theme.palette.text.secondary },
  [theme.breakpoints.down('sm')]: { fontSize: 13, '& th, & td': { padding: '4px 6px' } },
  '& thead th': {
    position: 'sticky',
    top: 0,
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.secondary,
    fontSize: 13,
    fontWeight: 500,
  },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
}));

export interface FigureRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly cells: readonly ReactNode[];
}

/** The numbers of a chart; the first cell of each row is its heading. */
export function FigureTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly FigureRow[];
}) {
  return (
    <Table>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              // Cells are told apart by their columns only.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
