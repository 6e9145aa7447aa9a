import { styled } from '@mui/material/styles';

/** The line of the palette that is typed into. */
export const Ask = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 52,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '& > svg': { color: theme.palette.text.secondary },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 50,
    border: 0,
    outline: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontSize: 16,
  },
}));
