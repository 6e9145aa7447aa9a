import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { MassPreview, MassTokenSent, SpaMassPayout } from '../../../api/contract/mass-payouts.ts';
import { ResendCode } from '../../auth/resend-code.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { Field } from '../../components/field.tsx';
import { incomplete, missing } from '../../components/form-problems.ts';
import { useAction } from '../../components/use-action.ts';
import { useForm } from '../../components/use-form.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { Icon } from '../../look/icon.tsx';
import { runMass, sendMassCode } from './mass-calls.ts';

export interface RunCardProps {
  mass: SpaMassPayout;
  twoFa: MassPreview['two_fa'];
  isCovered: boolean;
}

/** The last step: a code by mail that is good for this file only, the second factor, and off it goes. */
export function RunCard({ mass, twoFa, isCovered }: RunCardProps) {
  const [sent, setSent] = useState<MassTokenSent | null>(null);
  const ask = useCallback(async () => setSent(await sendMassCode(mass.id)), [mass.id]);
  const { busy, run } = useAction(ask);
  const isBarred = twoFa.required && !twoFa.enabled;
  return (
    <Card title={t('mass.run.title')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>{t('mass.run.lead', { count: mass.lines.valid })}</Typography>
          {!isCovered && (
            <Alert severity="error" icon={<Icon name="alertCircle" />}>
              {t('mass.review.uncovered')}
            </Alert>
          )}
          {isBarred && <TwoFaFirst />}
          {sent === null ? (
            <Actions>
              <Button variant="contained" disabled={busy || !isCovered || isBarred} onClick={() => void run()}>
                {t('mass.run.mail')}
              </Button>
            </Actions>
          ) : (
            <Codes mass={mass} sent={sent} onSentAgain={setSent} />
          )}
        </Fields>
      </CardBody>
    </Card>
  );
}

/** Said before a code is mailed, as nothing could be sent (spec §8). */
function TwoFaFirst() {
  return (
    <Alert
      severity="warning"
      icon={<Icon name="shield" />}
      action={
        <Button component={RouterLink} to="/account?tab=setting#two-fa">
          {t('twoFa.needed.settings')}
        </Button>
      }
    >
      {t('twoFa.needed.text')}
    </Alert>
  );
}

interface CodesProps {
  mass: SpaMassPayout;
  sent: MassTokenSent;
  onSentAgain: (sent: MassTokenSent) => void;
}

function Codes({ mass, sent, onSentAgain }: CodesProps) {
  const queries = useQueryClient();
  const [isRecovery, setRecovery] = useState(false);
  const keyOf = useRequestKey();
  const asksTwoFa = sent.two_fa_required;
  const form = useForm({
    initial: { code: '', two_fa_code: '', recovery_code: '' },
    check: ({ code, two_fa_code, recovery_code }) => ({
      ...incomplete({ code }),
      ...(asksTwoFa && !isRecovery ? incomplete({ two_fa_code }) : {}),
      ...(asksTwoFa && isRecovery ? missing({ recovery_code }) : {}),
    }),
    async send({ code, two_fa_code, recovery_code }) {
      const factor = isRecovery ? { recovery_code } : { two_fa_code };
      const body = { code, ...(asksTwoFa ? factor : {}) };
      const ran = await runMass(mass.id, body, keyOf(body));
      toastSuccess(t('mass.run.done'));
      queries.setQueryData(['mass-payouts', 'getOne', { id: mass.id }], ran);
      void queries.invalidateQueries({ queryKey: ['balances'] });
    },
  });
  const code = (name: 'code' | 'two_fa_code') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (digits: string) => form.set(name, digits),
  });
  const sendAgain = async () => {
    const again = await sendMassCode(mass.id);
    onSentAgain(again);
    return again;
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Fields>
        <div>
          <CodeField
            {...code('code')}
            label={t('mass.run.code', { email: sent.email })}
            help={t('mass.run.codeHelp')}
          />
          <ResendCode waitSeconds={sent.resend_in_seconds} resend={sendAgain} />
        </div>
        {asksTwoFa && (
          <div>
            {isRecovery ? (
              <Field
                {...form.text('recovery_code')}
                label={t('twoFa.recovery')}
                help={t('twoFa.recoveryHelp')}
                autoComplete="off"
              />
            ) : (
              <CodeField {...code('two_fa_code')} label={t('twoFa.code')} help={t('twoFa.codeHelp')} />
            )}
            <Link component="button" type="button" variant="caption" onClick={() => setRecovery(!isRecovery)}>
              {t(isRecovery ? 'twoFa.useApp' : 'twoFa.useRecovery')}
            </Link>
          </div>
        )}
        <Actions>
          <Button type="submit" variant="contained" disabled={form.busy}>
            {t(form.busy ? 'mass.run.busy' : 'mass.run.start')}
          </Button>
        </Actions>
      </Fields>
    </form>
  );
}
