import Link from '@mui/material/Link';
import { useState } from 'react';
import type { CodeSent, TwoFaBody } from '../../api/contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { t } from '../i18n/translate.ts';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { incomplete, missing } from './form-problems.ts';
import { type FormState, useForm } from './use-form.ts';

/** What proves that it is meant: the code of the mail, and the second factor where it is asked for. */
export type MoneyProof = TwoFaBody & { readonly code: string };

/** What the server said when it mailed the code. */
type MoneyCodeSent = CodeSent & { readonly two_fa_required: boolean };

export interface MoneyCodes {
  readonly form: FormState<{ code: string; two_fa_code: string; recovery_code: string }>;
  readonly isRecovery: boolean;
  readonly toggleRecovery: () => void;
}

/**
 * The form of the two codes without which no money leaves; `send` gets them when both are all there and the button is
 * pressed: the last digit alone never lets money go.
 */
export function useMoneyCodes(
  { two_fa_required: asksTwoFa }: Pick<MoneyCodeSent, 'two_fa_required'>,
  send: (proof: MoneyProof) => Promise<void>,
): MoneyCodes {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    initial: { code: '', two_fa_code: '', recovery_code: '' },
    codes: ['code', 'two_fa_code'],
    check: ({ code, two_fa_code, recovery_code }) => ({
      ...incomplete({ code }),
      ...(asksTwoFa && !isRecovery ? incomplete({ two_fa_code }) : {}),
      ...(asksTwoFa && isRecovery ? missing({ recovery_code }) : {}),
    }),
    async send({ code, two_fa_code, recovery_code }) {
      const factor = isRecovery ? { recovery_code } : { two_fa_code };
      await send({ code, ...(asksTwoFa ? factor : {}) });
    },
  });
  return { form, isRecovery, toggleRecovery: () => setRecovery(!isRecovery) };
}

export interface MoneyCodeFieldsProps {
  codes: MoneyCodes;
  sent: MoneyCodeSent;
  /** What the code is good for. */
  help: string;
  /** Mails another code; the one before is void then. */
  resend: () => Promise<MoneyCodeSent>;
  autoFocus?: boolean;
}

/** The code of the mail, and the one of the app, in place of which a recovery code will do. */
export function MoneyCodeFields({ codes, sent, help, resend, autoFocus = false }: MoneyCodeFieldsProps) {
  const { form, isRecovery, toggleRecovery } = codes;
  const field = (name: 'code' | 'two_fa_code') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (digits: string) => form.set(name, digits),
  });
  return (
    <>
      <div>
        <CodeField
          {...field('code')}
          label={t('code.sentTo', { email: sent.email })}
          help={help}
          autoFocus={autoFocus}
        />
        <ResendCode waitSeconds={sent.resend_in_seconds} resend={resend} />
      </div>
      {sent.two_fa_required && (
        <div>
          {isRecovery ? (
            <Field
              {...form.text('recovery_code')}
              label={t('twoFa.recovery')}
              help={t('twoFa.recoveryHelp')}
              autoComplete="off"
            />
          ) : (
            <CodeField {...field('two_fa_code')} label={t('twoFa.code')} help={t('twoFa.codeHelp')} />
          )}
          <Link component="button" type="button" variant="caption" onClick={toggleRecovery}>
            {t(isRecovery ? 'twoFa.useApp' : 'twoFa.useRecovery')}
          </Link>
        </div>
      )}
    </>
  );
}
