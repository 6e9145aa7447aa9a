import './refund-words.ts';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { RefundForm, RefundTokenSent } from '../../contract/refunds.ts';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { LOADS_FEES } from '../data/loads-fees.ts';
import { session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { t } from '../i18n/translate.ts';
import { invoiceName } from '../invoices/invoice-name.ts';
import { useRequestSteps } from '../outflows/use-request-steps.ts';
import { chainsOf } from '../payouts/target-check.ts';
import type { RefundAmount } from './refund-calls.ts';
import { RefundConfirm } from './refund-confirm.tsx';
import { RefundFields } from './refund-fields.tsx';
import { emptyRefund, initialAmount, type RefundValues, refundRules, toRefundBody, withReason } from './refund-form.ts';

export interface RefundDialogProps {
  invoice: SpaInvoice;
  onClose: () => void;
}

/** How much goes back, who pays for it and where to; then the codes that send it. */
export default function RefundDialog({ invoice, onClose }: RefundDialogProps) {
  const [amount, setAmount] = useState(() => initialAmount(invoice));
  const [isConfirming, setConfirming] = useState(false);
  const provider = useProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['balances', 'refund-form', invoice.id, amount],
    queryFn: () => provider.refundForm(invoice.id, amount),
    // Once the refund is made, the invoice allows none for a while, and the balance changes.
    enabled: !isConfirming,
    placeholderData: keepPreviousData,
    ...LOADS_FEES,
  });
  const onAmountChange = useCallback((next: RefundAmount) => setAmount(next), []);
  if (data) {
    return (
      <RefundSteps
        invoice={invoice}
        form={data}
        onAmountChange={onAmountChange}
        onConfirming={setConfirming}
        onClose={onClose}
      />
    );
  }
  return (
    <DialogFrame
      title={titleOf(invoice)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}
    >
      {error ? (
        <ListError title={t('refunds.error')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListLoading label={t('refunds.loading')} rows={4} />
      )}
    </DialogFrame>
  );
}

interface RefundStepsProps extends RefundDialogProps {
  form: RefundForm;
  onAmountChange: (amount: RefundAmount) => void;
  onConfirming: (isConfirming: boolean) => void;
}

interface Requested {
  readonly values: RefundValues;
  readonly form: RefundForm;
  readonly sent: RefundTokenSent;
}

function RefundSteps({ invoice, form, onAmountChange, onConfirming, onClose }: RefundStepsProps) {
  const provider = useProvider();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const steps = useRequestSteps<RefundValues, Requested>(() => emptyRefund(invoice, form));
  if (steps.requested !== null) {
    const { values, form: confirmed, sent } = steps.requested;
    return (
      <RefundConfirm
        sent={sent}
        gateId={confirmed.gate_id}
        body={withReason(toRefundBody(invoice, values, confirmed), values)}
        invoiceId={invoice.id}
        onBack={() => {
          onConfirming(false);
          steps.onBack();
        }}
        onSentAgain={steps.onSentAgain}
        onClose={onClose}
      />
    );
  }
  const send = async (values: RefundValues) => {
    const sent = await provider.sendRefundCode(toRefundBody(invoice, values, form));
    onConfirming(true);
    steps.confirm(values, { values, form, sent });
  };
  return (
    <DialogFrame
      title={titleOf(invoice)}
      onClose={onClose}
      wrap={(content) => (
        <Form<RefundValues> defaultValues={steps.draft} rules={refundRules(invoice, { form, chains })} send={send}>
          {content}
        </Form>
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Continue form={form} />
        </>
      }
    >
      <RefundFields form={form} invoice={invoice} chains={chains} onAmountChange={onAmountChange} />
    </DialogFrame>
  );
}

/** Not before the figures of the chosen coins are there. */
function Continue({ form }: Pick<RefundStepsProps, 'form'>) {
  const { gate_id } = useWatch() as RefundValues;
  return <SubmitButton label={t('refund.next')} disabled={form.gate_id !== gate_id} />;
}

function titleOf(invoice: SpaInvoice): string {
  return t('refund.title', { name: invoiceName(invoice) });
}
