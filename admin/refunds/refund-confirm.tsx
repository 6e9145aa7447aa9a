import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import type { RefundTokenBody, RefundTokenSent } from '../../contract/refunds.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { FeeAge } from '../components/fee-age.tsx';
import { coinsText } from '../components/money.tsx';
import { MoneyButtons, MoneyCodeInputs, MoneyCodesForm, type MoneyProof } from '../components/money-codes.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { useProvider } from '../data/use-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { useInvoiceRefresh } from '../invoices/use-invoice-refresh.ts';
import { Icon } from '../look/icon.tsx';
import { TargetBox } from './target-box.tsx';

export interface RefundConfirmProps {
  sent: RefundTokenSent;
  gateId: CryptoGateId;
  body: RefundTokenBody & { readonly reason?: string };
  invoiceId: string;
  onBack: () => void;
  onSentAgain: (sent: RefundTokenSent) => void;
  onClose: () => void;
}

/** The whole refund once more, to be confirmed, then the codes that send it. The server sends exactly this. */
export function RefundConfirm({ sent, gateId, body, invoiceId, onBack, onSentAgain, onClose }: RefundConfirmProps) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useInvoiceRefresh(invoiceId);
  const keyOf = useRequestKey();
  const send = async (proof: MoneyProof) => {
    const whole = { ...body, ...proof };
    await provider.createRefund(whole, keyOf(whole));
    notify(t('refund.done'), { type: 'success' });
    await refresh();
    onClose();
  };
  const sendAgain = async () => {
    const { reason: _reason, ...asked } = body;
    const again = await provider.sendRefundCode(asked);
    onSentAgain(again);
    return again;
  };
  const net = coinsText(sent.net_amount, gateId);
  return (
    <DialogFrame
      title={t('refund.confirmTitle')}
      onClose={onClose}
      wrap={(content) => (
        <MoneyCodesForm sent={sent} send={send}>
          {content}
        </MoneyCodesForm>
      )}
      actions={
        <>
          <Button onClick={onBack}>{t('refund.back')}</Button>
          <MoneyButtons submit={t('refund.submit')} busy={t('refund.busy')} />
        </>
      }
    >
      <ValueLines
        caption={t('refund.preview')}
        lines={[
          { label: t('refund.gets'), value: net, sum: true },
          { label: t('refund.serviceFee'), value: coinsText(sent.fees.service, gateId) },
          { label: t('refund.network'), value: coinsText(sent.fees.network, gateId) },
          { label: t('refund.total'), value: coinsText(sent.total, gateId) },
        ]}
      />
      <FeeAge at={sent.network_fee_at} />
      <TargetBox {...sent} />
      {sent.not_before !== null && (
        <Alert severity="info" icon={<Icon name="clock" />}>
          {t('refund.coolOff', { time: formatMoment(sent.not_before) })}
        </Alert>
      )}
      {sent.approval_required && (
        <Alert severity="info" icon={<Icon name="clock" />}>
          {t('refund.approval')}
        </Alert>
      )}
      <MoneyCodeInputs sent={sent} help={t('refund.confirmHelp')} resend={sendAgain} />
    </DialogFrame>
  );
}
