import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CardFoot } from '../components/card.tsx';
import { useAction } from '../components/use-action.ts';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

export interface HandInProps {
  step: 'submit-business' | 'submit-people';
  label: string;
  /** Documents that are missing: until they are there nothing is handed in. */
  missing: number;
  disabled?: boolean;
}

/** The way on, at the foot of a card, with what is still in it. */
export function HandIn({ step, label, missing, disabled = false }: HandInProps) {
  const take = useTaken();
  const act = useAction(async () => take(await verificationCalls.step(step)));
  return (
    <CardFoot>
      <Typography sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
        {missing > 0 ? t('verify.incomplete', { smart_count: missing }) : t('verify.encrypted')}
      </Typography>
      <Button variant="contained" disabled={act.busy || missing > 0 || disabled} onClick={() => void act.run()}>
        {label}
      </Button>
    </CardFoot>
  );
}
