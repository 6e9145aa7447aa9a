import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { Clip } from './clip.tsx';

/** The link that is the name of a row: in the color of text, as a whole column of blue would shout. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      aria-label={children}
      color="textPrimary"
      sx={{
        display: 'inline-block',
        maxWidth: 'min(100%, 220px)',
        'table[data-fixed=true] &': { maxWidth: '100%' },
        verticalAlign: 'middle',
        fontWeight: 500,
        py: 0.5,
        fontVariantNumeric: 'tabular-nums',
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Clip text={children} />
    </Link>
  );
}
