import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const List = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 12px',
    alignItems: 'center',
    padding: '12px 16px',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& > li:last-of-type': { borderBottom: 0 },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
const Clip = styled('div')({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
  '& > .MuiCheckbox-root': { padding: 3, marginRight: 8 },
});
const End = styled('div')({ textAlign: 'right', fontVariantNumeric: 'tabular-nums' });
const Small = styled('div')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
  '&[data-full=true]': { gridColumn: '1 / -1', overflowWrap: 'anywhere' },
  '&[data-end=true]': { textAlign: 'right' },
}));

export interface CardListItem {
  key: string;
  /** A box to choose it. */
  select?: ReactNode;
  /** The name of the row, a link where it leads somewhere. */
  primary: ReactNode;
  /** At the right of the first line: the figure. */
  value: ReactNode;
  status?: ReactNode;
  /** At the right of the second line. */
  secondary?: ReactNode;
  /** A third line of small words. */
  meta?: ReactNode;
}

/** The same rows as a table shows from 850 px up, as cards: reference and value, status and coins, asset and time. */
export function CardList({ items, label }: { items: readonly CardListItem[]; label: string }) {
  return (
    <List aria-label={label}>
      {items.map(({ key, select, primary, value, status, secondary, meta }) => (
        <li key={key}>
          <Clip>
            {select}
            {primary}
          </Clip>
          <End>{value}</End>
          {(status || secondary) && <div>{status}</div>}
          {(status || secondary) && <Small data-end>{secondary}</Small>}
          {meta && <Small data-full>{meta}</Small>}
        </li>
      ))}
    </List>
  );
}
