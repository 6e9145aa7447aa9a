import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** The link that is the name of a row: in the colour of text, as a whole column of blue would shout. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      {...(children.length > LONG ? { title: children } : {})}
      component={RouterLink}
      to={to}
      color="textPrimary"
      sx={{
        display: 'inline-block',
        maxWidth: 'min(100%, 220px)',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        fontWeight: 500,
        py: 0.5,
        fontVariantNumeric: 'tabular-nums',
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      {children}
    </Link>
  );
}

/** From here on it may be cut, and is told in full to who points at it. */
const LONG = 28;
