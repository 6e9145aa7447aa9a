import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { TwoFaBody } from '../../contract/account.ts';
import { TWO_FA_CODE_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { ApiError } from '../data/api-error.ts';
import { CodeForm } from '../forms/code-form.tsx';
import { PlainForm } from '../forms/plain-form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { missing } from './form-problems.ts';

const Stack = styled('div')({ display: 'grid', gap: 16, justifyItems: 'start', '& > form': { width: '100%' } });
const Recovery = styled('div')({ width: '100%', '& > form': { display: 'grid', gap: 16 } });

export interface SecondFactorProps {
  /** Sends the code to the server; errors are shown here. */
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
  return (
    <CodeForm
      source="two_fa_code"
      label={t('twoFa.code')}
      help={t('twoFa.codeHelp')}
      send={(two_fa_code) => send({ two_fa_code })}
      autoFocus
    />
  );
}

function RecoveryCode({ send, large = false }: SecondFactorProps) {
  return (
    <Recovery>
      <PlainForm
        defaultValues={{ recovery_code: '' }}
        rules={({ recovery_code }) => missing({ recovery_code })}
        send={send}
      >
        <TextInput
          source="recovery_code"
          label={t('twoFa.recovery')}
          help={t('twoFa.recoveryHelp')}
          autoComplete="off"
          large={large}
          autoFocus
        />
        <SubmitButton label={t('twoFa.confirm')} size={large ? 'large' : 'medium'} />
      </PlainForm>
    </Recovery>
  );
}

/** Whether all was right but the second factor, which the server asks for by this refusal. */
export function needsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.body.errors.two_fa_code === TWO_FA_CODE_REQUIRED;
}
