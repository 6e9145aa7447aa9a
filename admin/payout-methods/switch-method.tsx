import Button from '@mui/material/Button';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useActWithFactor } from '../components/use-act-with-factor.ts';
import { t } from '../i18n/translate.ts';
import { useMethodRefresh } from './method-calls.ts';

export interface SwitchMethodProps {
  method: PaymentMethod;
  small?: boolean;
}

/** Pause or resume, whichever is possible now; with the second factor where the server asks for it. */
export function SwitchMethod({ method: { id, title, actions, status }, small = false }: SwitchMethodProps) {
  const refresh = useMethodRefresh();
  const act = actions.pause ? 'pause' : 'activate';
  // A confirmed method needs no second confirmation; an unconfirmed one is confirmed in its form.
  const change = useActWithFactor((provider, factor) => provider.switchMethod(id, act, factor), {
    done: t(`method.${act}.done`),
    onDone: (changed) => void refresh(changed),
  });
  if (!actions.pause && (!actions.activate || status === 'pending')) return null;
  return (
    <>
      <Button
        size={small ? 'small' : 'medium'}
        disabled={change.isPending}
        aria-label={t(`method.${act}.of`, { title })}
        onClick={change.mutate}
      >
        {t(`method.${act}`)}
      </Button>
      {change.isAsked && <SecondFactorDialog send={change.second} onClose={change.forget} />}
    </>
  );
}
