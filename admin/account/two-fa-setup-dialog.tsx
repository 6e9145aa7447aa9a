import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeSent } from '../../api/contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { CodeField } from '../components/code-field.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { incomplete } from '../components/form-problems.ts';
import { QrCode } from '../components/qr-code.tsx';
import { Refusal } from '../components/refusal.tsx';
import { useAction } from '../components/use-action.ts';
import { useForm } from '../components/use-form.ts';
import { useSendWhenComplete } from '../components/use-send-when-complete.ts';
import { reloadUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const Scan = styled('div')({ display: 'grid', justifyItems: 'center', gap: 12 });

/** Turning 2FA on in three steps: scan, confirm by the app and by mail, keep the recovery codes. */
export function TwoFaSetupDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (sent) return <ConfirmStep email={email} sent={sent} onClose={onClose} onEnabled={setCodes} />;
  return <ScanStep onClose={onClose} onNext={setSent} />;
}

const mailCode = () => accountCalls.mailCode({ purpose: 'two_fa' });

function ScanStep({ onClose, onNext }: { onClose: () => void; onNext: (sent: CodeSent) => void }) {
  // Each asking makes a new secret: one for as long as the dialog is open.
  const { data, error } = useQuery({
    queryKey: ['account', 'two-fa-secret'],
    queryFn: () => accountCalls.twoFaSecret(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { busy, run } = useAction(async () => {
    onNext(await mailCode());
  });
  return (
    <DialogFrame
      title={t('setup.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" disabled={busy || !data} onClick={() => void run()}>
            {t('setup.next')}
          </Button>
        </>
      }
    >
      <StepCount step={1} />
      <p>{t('setup.scan')}</p>
      <Refusal text={error?.message} />
      <Scan>
        {data ? (
          <QrCode text={data.otpauth_url} label={t('setup.qr')} />
        ) : (
          <Skeleton variant="rounded" width={212} height={212} />
        )}
      </Scan>
      {data && (
        <div>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('setup.key')}
          </Typography>
          <CopyText value={data.secret} label={t('setup.keyLabel')} />
        </div>
      )}
    </DialogFrame>
  );
}

interface ConfirmStepProps {
  email: string;
  sent: CodeSent;
  onClose: () => void;
  onEnabled: (codes: readonly string[]) => void;
}

function ConfirmStep({ email, sent, onClose, onEnabled }: ConfirmStepProps) {
  const form = useForm({
    initial: { two_fa_code: '', code: '' },
    check: (codes) => incomplete(codes),
    codes: ['two_fa_code', 'code'],
    async send(values) {
      const { recovery_codes } = await accountCalls.enableTwoFa(values);
      onEnabled(recovery_codes);
      await reloadUser();
    },
  });
  useSendWhenComplete(form);
  const field = (name: 'two_fa_code' | 'code') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (digits: string) => form.set(name, digits),
  });
  return (
    <DialogForm title={t('setup.title')} form={form} submit={t('setup.submit')} onClose={onClose}>
      <StepCount step={2} />
      <p>{t('setup.codes', { email })}</p>
      <CodeField {...field('two_fa_code')} label={t('setup.appCode')} autoFocus />
      <div>
        <CodeField {...field('code')} label={t('setup.mailCode')} />
        <ResendCode waitSeconds={sent.resend_in_seconds} resend={mailCode} />
      </div>
    </DialogForm>
  );
}

function StepCount({ step }: { step: number }) {
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {t('setup.step', { step })}
    </Typography>
  );
}
