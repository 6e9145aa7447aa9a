import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CardFoot } from '../components/card.tsx';
import { useAct } from '../components/use-act.ts';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';
import type { VerificationStep } from './verification-calls.ts';

export interface HandInProps {
  step: VerificationStep;
  label: string;
  /** Documents that are missing: until they are there nothing is handed in. */
  missing: number;
  disabled?: boolean;
}

/** The way on, at the foot of a card, with what is still in it. */
export function HandIn({ step, label, missing, disabled = false }: HandInProps) {
  const act = useAct((provider) => provider.takeStep(step), { onDone: useTaken() });
  return (
    <CardFoot>
      <Typography sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
        {missing > 0 ? t('verify.incomplete', { smart_count: missing }) : t('verify.encrypted')}
      </Typography>
      <Button variant="contained" disabled={act.isPending || missing > 0 || disabled} onClick={() => act.mutate()}>
        {label}
      </Button>
    </CardFoot>
  );
}
