import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** The link that is the name of a row: in the colour of text, as a whole column of blue would shout. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      color="textPrimary"
      sx={{ fontWeight: 500, py: 0.5, fontVariantNumeric: 'tabular-nums' }}
    >
      {children}
    </Link>
  );
}
