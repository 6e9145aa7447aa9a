import { useState } from 'react';
import type { ConfirmationBody } from '../../contract/account.ts';
import { PASSWORD_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { ApiError } from '../data/api-error.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { t } from '../i18n/translate.ts';
import { missing } from './form-problems.ts';
import { needsSecondFactor } from './second-factor.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { TwoFaMissing } from './two-fa-dialog.tsx';

type Step = 'password' | 'code' | 'enable';

export interface Confirmation<Body extends object> {
  readonly step: Step | null;
  /** Sends, and opens the dialog when the server asks for the password or a code. */
  readonly first: (body: Body) => Promise<void>;
  readonly more: (proof: ConfirmationBody) => Promise<void>;
  readonly forget: () => void;
}

/** Sends a body and, while the server asks who it is, keeps it to be sent again with the password and the code. */
export function useConfirmation<Body extends object>(
  send: (body: Body & ConfirmationBody) => Promise<void>,
): Confirmation<Body> {
  const [kept, setKept] = useState<{ readonly body: Body & ConfirmationBody; readonly step: Step } | null>(null);
  async function attempt(body: Body & ConfirmationBody) {
    try {
      await send(body);
      setKept(null);
    } catch (error) {
      const step = stepAfter(error, kept?.step);
      if (step === null) throw error;
      setKept({ body, step });
    }
  }
  return {
    step: kept?.step ?? null,
    first: attempt,
    more: async (proof) => {
      if (kept) await attempt({ ...kept.body, ...proof });
    },
    forget: () => setKept(null),
  };
}

/** The step that the server requires next; null if it refused for another reason. */
function stepAfter(error: unknown, present: Step | undefined): Step | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'two_fa_not_enabled') return 'enable';
  if (error.body.errors.password === PASSWORD_REQUIRED) return 'password';
  // A code that was typed before the password may have run out meanwhile.
  const isLate = present === 'password' && error.body.errors.two_fa_code !== undefined;
  return needsSecondFactor(error) || isLate ? 'code' : null;
}

/** The dialog of {@link useConfirmation}: the password, then the code, each only if the server requires it. */
export function ConfirmationDialog<Body extends object>({ of }: { of: Confirmation<Body> }) {
  const { step, more, forget } = of;
  if (step === 'enable') return <TwoFaMissing onOn={() => void more({})} onClose={forget} />;
  if (step === 'code') return <SecondFactorDialog send={more} onClose={forget} />;
  return step === 'password' ? <PasswordDialog send={more} onClose={forget} /> : null;
}

interface PasswordDialogProps {
  send: (proof: ConfirmationBody) => Promise<void>;
  onClose: () => void;
}

function PasswordDialog({ send, onClose }: PasswordDialogProps) {
  return (
    <FormDialog
      title={t('twoFa.confirmTitle')}
      submit={t('twoFa.confirm')}
      defaultValues={{ password: '' }}
      rules={missing}
      send={send}
      onClose={onClose}
    >
      <p>{t('confirm.password')}</p>
      <PasswordInput source="password" label={t('password.label')} autoComplete="current-password" autoFocus />
    </FormDialog>
  );
}
