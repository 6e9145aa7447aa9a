import Alert from '@mui/material/Alert';
import { Icon } from '../look/icon.tsx';

/** Why something as a whole was refused, above its form; nothing where nothing was. */
export function Refusal({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Alert severity="error" icon={<Icon name="alertCircle" />}>
      {text}
    </Alert>
  );
}
