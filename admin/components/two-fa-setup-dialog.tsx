import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeSent } from '../../contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { reloadUser } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { CodeInput } from '../forms/code-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { SendWhenComplete } from '../forms/send-when-complete.tsx';
import { t } from '../i18n/translate.ts';
import { CopyText } from './copy-text.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { incomplete } from './form-problems.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Refusal } from './refusal.tsx';
import { useAct } from './use-act.ts';

const Scan = styled('div')({ display: 'grid', justifyItems: 'center', gap: 12 });

/** Turning 2FA on in three steps: scan, confirm by the app and by mail, keep the recovery codes. */
export default function TwoFaSetupDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (sent) return <ConfirmStep email={email} sent={sent} onClose={onClose} onEnabled={setCodes} />;
  return <ScanStep onClose={onClose} onNext={setSent} />;
}

function ScanStep({ onClose, onNext }: { onClose: () => void; onNext: (sent: CodeSent) => void }) {
  const provider = useProvider();
  // Each request makes a new secret: one for as long as the dialog is open, also when all other data is refetched.
  const { data, error } = useQuery({
    queryKey: ['account', 'two-fa-secret'],
    queryFn: () => provider.twoFaSecret(),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const next = useAct((calls) => calls.mailAccountCode({ purpose: 'two_fa' }), { onDone: onNext });
  return (
    <DialogFrame
      title={t('setup.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" disabled={next.isPending || !data} onClick={() => next.mutate()}>
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
  const provider = useProvider();
  return (
    <FormDialog
      title={t('setup.title')}
      submit={t('setup.submit')}
      defaultValues={{ two_fa_code: '', code: '' }}
      rules={incomplete}
      send={async (codes) => {
        const { recovery_codes } = await provider.enableTwoFa(codes);
        onEnabled(recovery_codes);
        await reloadUser();
      }}
      onClose={onClose}
    >
      <StepCount step={2} />
      <p>{t('setup.codes', { email })}</p>
      <CodeInput source="two_fa_code" label={t('setup.appCode')} next="code" autoFocus />
      <div>
        <CodeInput source="code" label={t('setup.mailCode')} />
        <ResendCode
          waitSeconds={sent.resend_in_seconds}
          resend={() => provider.mailAccountCode({ purpose: 'two_fa' })}
        />
      </div>
      <SendWhenComplete sources={['two_fa_code', 'code']} />
    </FormDialog>
  );
}

function StepCount({ step }: { step: number }) {
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {t('setup.step', { step })}
    </Typography>
  );
}
