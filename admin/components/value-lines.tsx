import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './card.tsx';

const Lines = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { textAlign: 'left', fontWeight: 400, color: theme.palette.text.secondary },
  '& th, & td': { height: 36, padding: 0, borderTop: `1px solid ${theme.palette.divider}` },
  '& tr:first-of-type > *': { borderTop: 0 },
  '& td': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& tr[data-sum=true] > *': { fontWeight: 600, color: theme.palette.text.primary },
}));

export interface ValueLine {
  label: string;
  value: ReactNode;
  sum?: boolean;
}

/** Names and figures in two columns, the last one the sum where there is one. */
export function ValueLines({ caption, lines }: { caption: string; lines: readonly ValueLine[] }) {
  return (
    <Lines>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <tbody>
        {lines.map(({ label, value, sum = false }) => (
          <tr key={label} data-sum={sum}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </Lines>
  );
}
