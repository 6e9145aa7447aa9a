import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const List = styled('dl')(({ theme }) => ({
  padding: '0 16px 8px',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    gap: 12,
    alignItems: 'start',
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& > div:first-of-type': { borderTop: 0 },
  '& dt': { color: theme.palette.text.secondary },
  '& dd': { minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  // Copy buttons are aligned below each other, however long the text before them is.
  '& dd > span:has(> button)': { display: 'flex' },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));

export interface Fact {
  label: string;
  /** Nothing to say: the line is left out. */
  value: ReactNode;
}

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </List>
  );
}
