import MuiCard from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 52,
  padding: '12px 16px 8px',
  '& h2': { marginRight: 'auto' },
  '&[data-ruled=true]': { paddingBottom: 12, borderBottom: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));

export interface CardProps {
  title: string;
  /** The title names the region only: where the heading of the page, or the figures, say the same. */
  titleHidden?: boolean;
  /** Beside the title: a link, a count, a small button. */
  aside?: ReactNode;
  /** A line under the head, for what has no padding of its own: tables and lists. */
  ruled?: boolean;
  children: ReactNode;
}

/** A white surface with one concern, named by its heading. */
export function Card({ title, titleHidden = false, aside, ruled = false, children }: CardProps) {
  const id = useId();
  return (
    <MuiCard component="section" {...(titleHidden ? { 'aria-label': title } : { 'aria-labelledby': id })}>
      {!titleHidden && (
        <Head data-ruled={ruled}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {aside}
        </Head>
      )}
      {children}
    </MuiCard>
  );
}

export const CardBody = styled('div')(({ theme }) => ({
  padding: '0 16px 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 20px 20px' },
}));

export const CardFoot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '10px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));

export const VisuallyHidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
