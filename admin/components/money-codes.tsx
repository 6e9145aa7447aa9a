import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CodeSent, TwoFaBody } from '../../contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { CodeInput } from '../forms/code-input.tsx';
import { Form } from '../forms/form.tsx';
import { SendWhenComplete } from '../forms/send-when-complete.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { incomplete, missing } from './form-problems.ts';

/** Proof of intent: the emailed code, and the second factor if the server requires it. */
export type MoneyProof = TwoFaBody & { readonly code: string };

/** The server's answer when it emailed the code. */
export type MoneyCodeSent = CodeSent & { readonly two_fa_required: boolean };

interface CodesDraft {
  /** The summary was read and confirmed: only then is there anything to type. */
  readonly confirmed: boolean;
  readonly code: string;
  readonly two_fa_code: string;
  /** A recovery code is given in place of the one of the app. */
  readonly by_recovery: boolean;
  readonly recovery_code: string;
}

const NOTHING_YET: CodesDraft = { confirmed: false, code: '', two_fa_code: '', by_recovery: false, recovery_code: '' };

export interface MoneyCodesFormProps {
  sent: MoneyCodeSent;
  /** Whether the summary was confirmed before the code was requested. */
  isConfirmed?: boolean;
  /** Sends the money with the proof. Errors are shown at the code fields. */
  send: (proof: MoneyProof) => Promise<void>;
  children: ReactNode;
}

/**
 * The last form before money leaves: a summary is confirmed, then the codes are its last fields, and it is sent when
 * they are complete (spec §5). Inside: the summary, MoneyCodeInputs and MoneyButtons.
 */
export function MoneyCodesForm({ sent, isConfirmed = false, send, children }: MoneyCodesFormProps) {
  const { two_fa_required: asksTwoFa } = sent;
  return (
    <Form<CodesDraft>
      defaultValues={{ ...NOTHING_YET, confirmed: isConfirmed }}
      rules={({ code, two_fa_code, by_recovery, recovery_code }) => ({
        ...incomplete({ code }),
        ...(asksTwoFa && !by_recovery ? incomplete({ two_fa_code }) : {}),
        ...(asksTwoFa && by_recovery ? missing({ recovery_code }) : {}),
      })}
      send={({ code, two_fa_code, by_recovery, recovery_code }) => {
        const factor = by_recovery ? { recovery_code } : { two_fa_code };
        return send({ code, ...(asksTwoFa ? factor : {}) });
      }}
    >
      {children}
    </Form>
  );
}

export interface MoneyCodeInputsProps {
  sent: MoneyCodeSent;
  /** Explains what the code confirms. */
  help: string;
  /** Mails another code; the one before is void then. */
  resend: () => Promise<MoneyCodeSent>;
}

/** The code of the mail and the one of the app or a recovery code; shown once the summary is confirmed. */
export function MoneyCodeInputs({ sent, help, resend }: MoneyCodeInputsProps) {
  const { confirmed, by_recovery: byRecovery } = useWatch() as CodesDraft;
  const asksTwoFa = sent.two_fa_required;
  if (!confirmed) return null;
  return (
    <>
      <div>
        <CodeInput
          source="code"
          label={t('code.sentTo', { email: sent.email })}
          help={help}
          {...(asksTwoFa ? { next: byRecovery ? 'recovery_code' : 'two_fa_code' } : {})}
          autoFocus
        />
        <ResendCode waitSeconds={sent.resend_in_seconds} resend={resend} />
      </div>
      {asksTwoFa && <SecondCode />}
      {!byRecovery && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('code.sendsItself')}
        </Typography>
      )}
      {!byRecovery && <SendWhenComplete sources={asksTwoFa ? ['code', 'two_fa_code'] : ['code']} />}
    </>
  );
}

function SecondCode() {
  const { by_recovery: byRecovery } = useWatch() as CodesDraft;
  const { setValue } = useFormContext<CodesDraft>();
  return (
    <div>
      {byRecovery ? (
        <TextInput
          source="recovery_code"
          label={t('twoFa.recovery')}
          help={t('twoFa.recoveryHelp')}
          autoComplete="off"
        />
      ) : (
        <CodeInput source="two_fa_code" label={t('twoFa.code')} help={t('twoFa.codeHelp')} />
      )}
      <Link component="button" type="button" variant="caption" onClick={() => setValue('by_recovery', !byRecovery)}>
        {t(byRecovery ? 'twoFa.useApp' : 'twoFa.useRecovery')}
      </Link>
    </div>
  );
}

/** Confirms the summary; then sends what the last digit has not sent, such as after a lost connection. */
export function MoneyButtons({ submit, busy }: { submit: string; busy: string }) {
  const { confirmed } = useWatch() as CodesDraft;
  const { setValue } = useFormContext<CodesDraft>();
  if (confirmed) return <SubmitButton label={submit} busy={busy} />;
  return (
    <Button variant="contained" onClick={() => setValue('confirmed', true)}>
      {t('code.confirm')}
    </Button>
  );
}
