import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { TwoFaBody } from '../../api/contract/account.ts';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { Card, CardBody } from '../components/card.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { TwoFaDialog } from '../components/two-fa-dialog.tsx';
import { useActWithFactor } from '../components/use-act-with-factor.ts';
import { useProvider } from '../data/data-provider.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { useMethodRefresh } from './method-calls.ts';

/** Pausing, resuming and deleting a method; the last one takes a 2FA code (spec §5). */
export function MethodActions({ method }: { method: PaymentMethod }) {
  const [isDeleting, setDeleting] = useState(false);
  const { actions, automatic } = method;
  if (!actions.activate && !actions.pause && !actions.delete) return null;
  return (
    <Card title={t('method.use')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(automatic ? 'method.useAutomatic' : 'method.useManual')}
          </Typography>
          <Actions>
            <SwitchMethod method={method} />
            {actions.delete && (
              <Button color="error" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
                {t('method.delete')}
              </Button>
            )}
          </Actions>
        </Fields>
      </CardBody>
      {isDeleting && <DeleteMethod method={method} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

/** Pause or resume, whichever is possible now; with the second factor where the server asks for it. */
export function SwitchMethod({ method: { id, title, actions, status }, small = false }: SwitchMethodProps) {
  const refresh = useMethodRefresh();
  const act = actions.pause ? 'pause' : 'activate';
  // What was confirmed once stays confirmed; a method that still waits is confirmed in its form.
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

export interface SwitchMethodProps {
  method: PaymentMethod;
  small?: boolean;
}

function DeleteMethod({ method: { id, title }, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const navigate = useNavigate();
  const send = async (factor: TwoFaBody) => {
    await provider.deleteMethod(id, factor);
    notify(t('method.deleted'), { type: 'success' });
    await navigate('/payouts/method');
    await refresh();
  };
  return (
    <TwoFaDialog
      title={t('method.deleteTitle', { title })}
      text={t('method.deleteText')}
      send={send}
      onClose={onClose}
    />
  );
}
