import { styled } from '@mui/material/styles';

/** Entries of a log, one below the other: what, then where and when in small words, and what can be done. */
export const LogList = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    alignItems: 'center',
    minHeight: 64,
    padding: '10px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& strong, & b': { fontWeight: 500, overflowWrap: 'anywhere' },
  '& small': {
    display: 'block',
    color: theme.palette.text.secondary,
    fontSize: 13,
    lineHeight: '20px',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
  // On narrow screens the actions are placed below their entry.
  [theme.breakpoints.down('sm')]: { '& > li[data-stacked=true]': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 } },
  // In a dialog, which has its own margins.
  '&[data-flush=true] > li': { paddingInline: 0 },
}));
