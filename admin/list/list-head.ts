import { styled } from '@mui/material/styles';

/** How many rows there are, and in the middle the way to new ones. */
export const ListHead = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr auto 1fr' },
}));
