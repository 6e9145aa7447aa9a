import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { TwoFaBody } from '../../api/contract/account.ts';
import { TWO_FA_CODE_REQUIRED } from '../../domain/account-rules.ts';
import { ApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { useCode } from './use-code.ts';
import { useForm } from './use-form.ts';

const Stack = styled('div')({ display: 'grid', gap: 16, justifyItems: 'start' });
const RecoveryForm = styled('form')({ display: 'grid', gap: 16, width: '100%' });

export interface SecondFactorProps {
  /** Asks the server with the code; what it throws is told here. */
  send: (factor: TwoFaBody) => Promise<void>;
  large?: boolean;
}

/** The code of the authenticator app, sent when complete; or a recovery code, where the app is lost. */
export function SecondFactor({ send, large = false }: SecondFactorProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack>
      {isRecovery ? <RecoveryCode send={send} large={large} /> : <AppCode send={send} />}
      <Link component="button" type="button" variant="body1" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'twoFa.useApp' : 'twoFa.useRecovery')}
      </Link>
    </Stack>
  );
}

function AppCode({ send }: SecondFactorProps) {
  const code = useCode((two_fa_code) => send({ two_fa_code }));
  return <CodeField {...code} name="two_fa_code" label={t('twoFa.code')} help={t('twoFa.codeHelp')} autoFocus />;
}

function RecoveryCode({ send, large = false }: SecondFactorProps) {
  const form = useForm({
    initial: { recovery_code: '' },
    check: ({ recovery_code }) => ({ recovery_code: recovery_code === '' ? t('form.required') : undefined }),
    send,
  });
  return (
    <RecoveryForm ref={form.ref} noValidate onSubmit={form.submit}>
      <Field
        {...form.text('recovery_code')}
        label={t('twoFa.recovery')}
        help={t('twoFa.recoveryHelp')}
        autoComplete="off"
        large={large}
        autoFocus
      />
      <Button type="submit" variant="contained" size={large ? 'large' : 'medium'} disabled={form.busy}>
        {t('twoFa.confirm')}
      </Button>
    </RecoveryForm>
  );
}

/** Whether all was right but the second factor, which the server asks for by this refusal. */
export function needsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.body.errors.two_fa_code === TWO_FA_CODE_REQUIRED;
}
