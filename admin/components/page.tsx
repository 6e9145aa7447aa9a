import { styled } from '@mui/material/styles';

/** The column of a page, at most 1184 wide. */
export const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  maxWidth: 1184,
  margin: '0 auto',
  [theme.breakpoints.up('sm')]: { gap: 20 },
}));

/** The page of a form: as narrow as one reads, its title where every other page has it. */
export const FormPage = styled(Page)({ gridTemplateColumns: 'minmax(0, 640px)' });

/** Two thirds and one third from 1200 px, one below the other before. */
export const Split = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gap: 20 },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(320px, 1fr)' },
}));

export const Column = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 16,
  minWidth: 0,
  [theme.breakpoints.up('sm')]: { gap: 20 },
}));

/** Shown from 850 px up only. Content that is costly to draw twice is drawn once instead, as `Rows` does. */
export const Wide = styled('div')(({ theme }) => ({ [theme.breakpoints.down('sm')]: { display: 'none' } }));
/** Shown under 850 px only. */
export const Narrow = styled('div')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { display: 'none' } }));
