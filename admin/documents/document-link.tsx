import Button from '@mui/material/Button';
import { apiNow } from '../data/api-now.ts';
import { Icon } from '../look/icon.tsx';

/** Downloads a PDF of the mode that is shown, e.g. `payouts/<id>/confirmation.pdf`. */
export function DocumentLink({ path, label }: { path: string; label: string }) {
  return (
    <Button component="a" href={apiNow().url(path)} download startIcon={<Icon name="arrowDown" />}>
      {label}
    </Button>
  );
}
