import { styled } from '@mui/material/styles';

/** Fields one below the other, and two abreast where there is room. */
export const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
export const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

/** A text of machine form in a box of its own. */
export const CodeBox = styled('pre')(({ theme }) => ({
  ...theme.typography.code,
  margin: 0,
  padding: '12px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.default,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}));

export const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });
export const Quiet = styled('p')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
}));
