import Button from '@mui/material/Button';
import { useProvider } from '../data/data-provider.ts';
import { Icon } from '../look/icon.tsx';

/** Downloads a PDF of the mode that is shown, e.g. `payouts/<id>/confirmation.pdf`. */
export function DocumentLink({ path, label }: { path: string; label: string }) {
  const provider = useProvider();
  return (
    <Button component="a" href={provider.documentUrl(path)} download startIcon={<Icon name="arrowDown" />}>
      {label}
    </Button>
  );
}
