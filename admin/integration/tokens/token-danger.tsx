import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { ConfirmationBody, TwoFaBody } from '../../../contract/account.ts';
import type { ApiTokenView } from '../../../contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { TwoFaDialog } from '../../components/two-fa-dialog.tsx';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../parts.tsx';
import { SecretField } from './token-created.tsx';

type Act = 'reset' | 'delete';

/** A new secret, and the end of the token: each with a code of the authenticator (spec §5). */
export function TokenDanger({ token }: { token: ApiTokenView }) {
  const [act, setAct] = useState<Act | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const mayReset = useMay('merchant_apiToken_secret');
  const mayDelete = useMay('merchant_apiToken_delete');
  const provider = useProvider();
  const confirmation = useConfirmation(async (proof: ConfirmationBody) =>
    setSecret((await provider.resetSecret(token.id, proof)).secret_key),
  );
  const remove = useRemoval(token);
  const close = () => setAct(null);
  if (!mayReset && !mayDelete) return null;
  return (
    <Card title={t('token.danger')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>{t('token.dangerText')}</Typography>
          <Actions>
            {mayReset && <Button onClick={() => setAct('reset')}>{t('token.reset')}</Button>}
            {mayDelete && (
              <Button color="error" onClick={() => setAct('delete')}>
                {t('token.delete')}
              </Button>
            )}
          </Actions>
        </Fields>
      </CardBody>
      {act !== null && (
        <TwoFaDialog
          title={t(`token.${act}.title`, { name: token.name })}
          text={t(`token.${act}.text`)}
          send={act === 'reset' ? confirmation.first : remove}
          onClose={close}
        />
      )}
      <ConfirmationDialog of={confirmation} />
      {secret !== null && (
        <DialogFrame
          title={t('token.resetTitle')}
          onClose={() => setSecret(null)}
          actions={
            <Button variant="contained" onClick={() => setSecret(null)}>
              {t('token.done')}
            </Button>
          }
        >
          <p>
            <strong>{t('token.copyNow')}</strong> {t('token.copyNowText')}
          </p>
          <SecretField label={t('token.secret')} value={secret} once />
        </DialogFrame>
      )}
    </Card>
  );
}

function useRemoval({ id }: ApiTokenView) {
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  return async (factor: TwoFaBody) => {
    await provider.deleteToken(id, factor);
    notify(t('token.deleted'), { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['api-tokens', 'getList'] });
    await navigate('/integration/api');
  };
}
