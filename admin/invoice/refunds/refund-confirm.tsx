import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useId, useState } from 'react';
import type { RefundTokenBody, RefundTokenSent } from '../../../api/contract/refunds.ts';
import type { CryptoGateId } from '../../../domain/assets.ts';
import { ResendCode } from '../../auth/resend-code.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Field } from '../../components/field.tsx';
import { incomplete, missing } from '../../components/form-problems.ts';
import { coinsText } from '../../components/money.tsx';
import { useForm } from '../../components/use-form.ts';
import { ValueLines } from '../../components/value-lines.tsx';
import { toastSuccess } from '../../data/toasts.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { t } from '../../i18n/translate.ts';
import { CodeBox, Fields } from '../../integration/parts.tsx';
import { Icon } from '../../look/icon.tsx';
import { useInvoiceRefresh } from '../use-invoice-refresh.ts';
import { createRefund, sendRefundCode } from './refund-calls.ts';

export interface RefundConfirmProps {
  sent: RefundTokenSent;
  gateId: CryptoGateId;
  body: RefundTokenBody & { readonly reason?: string };
  invoiceId: string;
  onBack: () => void;
  onSentAgain: (sent: RefundTokenSent) => void;
  onClose: () => void;
}

/** The whole refund once more, and the two codes that send it. The server sends exactly this, or nothing. */
export function RefundConfirm({ sent, gateId, body, invoiceId, onBack, onSentAgain, onClose }: RefundConfirmProps) {
  const id = useId();
  const refresh = useInvoiceRefresh(invoiceId);
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
      const whole = { ...body, code, ...(asksTwoFa ? factor : {}) };
      await createRefund(whole, keyOf(whole));
      toastSuccess(t('refund.done'));
      await refresh();
      onClose();
    },
  });
  const sendAgain = async () => {
    const { reason: _reason, ...asked } = body;
    const again = await sendRefundCode(asked);
    onSentAgain(again);
    return again;
  };
  const codeField = (name: 'code' | 'two_fa_code') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (digits: string) => form.set(name, digits),
  });
  const net = coinsText(sent.net_amount, gateId);
  return (
    <DialogFrame
      title={t('refund.confirmTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack} disabled={form.busy}>
            {t('refund.back')}
          </Button>
          <Button type="submit" form={id} variant="contained" disabled={form.busy}>
            {t(form.busy ? 'refund.busy' : 'refund.submit')}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={form.submit}>
        <Fields>
          <ValueLines
            caption={t('refund.preview')}
            lines={[
              { label: t('refund.gets'), value: net, sum: true },
              { label: t('refund.serviceFee'), value: coinsText(sent.fees.service, gateId) },
              { label: t('refund.network'), value: coinsText(sent.fees.network, gateId) },
              { label: t('refund.total'), value: coinsText(sent.total, gateId) },
            ]}
          />
          <CodeBox>{sent.destination_tag === null ? sent.address : `${sent.address}\n${sent.destination_tag}`}</CodeBox>
          {sent.approval_required && (
            <Alert severity="info" icon={<Icon name="clock" />}>
              {t('refund.approval')}
            </Alert>
          )}
          <div>
            <CodeField
              {...codeField('code')}
              label={t('confirm.code', { email: sent.email })}
              help={t('refund.confirmHelp')}
              autoFocus
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
                <CodeField {...codeField('two_fa_code')} label={t('twoFa.code')} help={t('twoFa.codeHelp')} />
              )}
              <Link component="button" type="button" variant="caption" onClick={() => setRecovery(!isRecovery)}>
                {t(isRecovery ? 'twoFa.useApp' : 'twoFa.useRecovery')}
              </Link>
            </div>
          )}
        </Fields>
      </form>
    </DialogFrame>
  );
}
