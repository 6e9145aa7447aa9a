import Alert from '@mui/material/Alert';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { RefundForm } from '../../contract/refunds.ts';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import type { ChainKind, CryptoGateId } from '../../domain/assets/assets.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { FeeAge } from '../components/fee-age.tsx';
import { coinsText } from '../components/money.tsx';
import { useSettled } from '../components/use-settled.ts';
import { ValueLines } from '../components/value-lines.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { isPositive } from '../invoices/decimal.ts';
import { Icon } from '../look/icon.tsx';
import { TargetInputs } from '../payouts/target-inputs.tsx';
import type { RefundAmount } from './refund-calls.ts';
import { type RefundValues, refundAmountOf, refundedOf } from './refund-form.ts';
import { RequestedRefund } from './requested-refund.tsx';

interface PartProps {
  form: RefundForm;
}

export interface RefundFieldsProps extends PartProps {
  invoice: SpaInvoice;
  chains: readonly ChainKind[];
  /** Called with the refund to quote, once it has not changed for a moment. */
  onAmountChange: (amount: RefundAmount) => void;
}

/** Which money, how much of it, who pays the fees and where it goes; and what that means. */
export function RefundFields({ form, invoice, chains, onAmountChange }: RefundFieldsProps) {
  const { setValue } = useFormContext<RefundValues>();
  const values = useRefund();
  useAmountChange(
    refundAmountOf({ ...values, amount: useSettled(values.amount) }, { invoice, request: form.request }),
    onAmountChange,
  );
  return (
    <Fields>
      {invoice.refund_gates.length > 1 && (
        <ChoiceInput<CryptoGateId>
          source="gate_id"
          label={t('refund.coins')}
          choices={invoice.refund_gates.map((value) => ({ value, label: coinsLabel(value, invoice) }))}
          onChosen={() => setValue('how', 'all')}
        />
      )}
      <HowMuch form={form} refunded={values.gate_id === invoice.gate_id ? refundedOf(invoice) : '0'} />
      <ChoiceInput
        source="fee_payer"
        label={t('refund.feePayer')}
        choices={[
          { value: 'recipient', label: t('refund.recipient') },
          { value: 'merchant', label: t('refund.merchant') },
        ]}
      />
      {form.request === null ? (
        <TargetInputs gateId={form.gate_id} chains={chains} />
      ) : (
        <RequestedRefund request={form.request} />
      )}
      <TextInput
        source="reason"
        label={t('create.optional', { label: t('refund.reason') })}
        help={t('refund.reasonHelp')}
        autoComplete="off"
      />
      <Preview form={form} />
    </Fields>
  );
}

function useRefund(): RefundValues {
  return useWatch() as RefundValues;
}

function useAmountChange(amount: RefundAmount, onAmountChange: RefundFieldsProps['onAmountChange']): void {
  const serialized = JSON.stringify(amount);
  useEffect(() => onAmountChange(JSON.parse(serialized) as RefundAmount), [serialized, onAmountChange]);
}

function coinsLabel(gateId: CryptoGateId, invoice: SpaInvoice): string {
  const name = { ticker: tickerOf(gateId), network: networkOf(gateId) };
  return t(gateId === invoice.gate_id ? 'refund.ownCoins' : 'refund.otherCoins', name);
}

function HowMuch({ form, refunded }: PartProps & { refunded: string }) {
  const { gate_id, refundable, excess, is_settled, preview, currency } = form;
  const { how, amount } = useRefund();
  const isRest = isPositive(refunded);
  const coins = (text: string) => coinsText(text, gate_id);
  const value = preview[0]?.value ?? null;
  const worth = value === null ? undefined : t('refund.value', { value: formatFiat(value, currency) });
  const prepared = form.request?.prepared ?? null;
  const choices = [
    ...(prepared === null
      ? []
      : [
          { value: 'prepared', label: t('refund.prepared', { value: formatFiat(prepared.amount, prepared.currency) }) },
        ]),
    { value: 'all', label: t(isRest ? 'refund.rest' : 'refund.all', { amount: coins(refundable) }) },
    ...(isPositive(excess)
      ? [{ value: 'excess', label: t(isRest ? 'refund.excessRest' : 'refund.excess', { amount: coins(excess) }) }]
      : []),
    { value: 'part', label: t('refund.part') },
  ];
  return (
    <>
      {isRest && (
        <Alert severity="info" icon={false}>
          {t('refund.already', { amount: coins(refunded) })}
        </Alert>
      )}
      <ChoiceInput
        source="how"
        label={t('refund.howMuch')}
        choices={choices}
        help={how === 'part' ? undefined : worth}
      />
      {how === 'part' && (
        <TextInput
          source="amount"
          label={t('refund.amount', { ticker: tickerOf(gate_id) })}
          help={amount === '' ? t('refund.amountHelp', { amount: coins(refundable) }) : worth}
          decimal
        />
      )}
      {how !== 'all' && !is_settled && (
        <Alert severity="warning" icon={<Icon name="alertCircle" />}>
          {t('refund.unsettled')}
        </Alert>
      )}
    </>
  );
}

function Preview({ form: { gate_id, preview, available, service_fee_percent, network_fee_at } }: PartProps) {
  const { how, amount, fee_payer: payer } = useRefund();
  const shown = preview.find(({ fee_payer }) => fee_payer === payer);
  if (shown === undefined || (how === 'part' && amount === '')) return null;
  if (shown.problem !== null) {
    const isEnoughForPayer = preview.some(({ fee_payer, problem }) => fee_payer === 'recipient' && problem === null);
    return (
      <Alert severity="error" icon={<Icon name="alertCircle" />}>
        {shown.problem}
        <p>{t('refund.available', { amount: coinsText(available, gate_id) })}</p>
        {payer === 'merchant' && isEnoughForPayer && <p>{t('refund.deduct')}</p>}
      </Alert>
    );
  }
  const coins = (text: string) => coinsText(text, gate_id);
  return (
    <div>
      <ValueLines
        caption={t('refund.preview')}
        lines={[
          { label: t('refund.gets'), value: coins(shown.net_amount) },
          {
            label: t('refund.service', { percent: withoutTrailingZeros(service_fee_percent) }),
            value: coins(shown.fees.service),
          },
          { label: t('refund.network'), value: coins(shown.fees.network) },
          { label: t('refund.total'), value: coins(shown.total), sum: true },
        ]}
      />
      <FeeAge at={network_fee_at} />
    </div>
  );
}
