import './refund-words.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { RefundForm, RefundTokenSent } from '../../api/contract/refunds.ts';
import type { SpaInvoice } from '../../api/contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets.ts';
import { withoutTrailingZeros } from '../../domain/trailing.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { FeeAge } from '../components/fee-age.tsx';
import { Field } from '../components/field.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { coinsText } from '../components/money.tsx';
import { type FormState, useForm } from '../components/use-form.ts';
import { useSettled } from '../components/use-settled.ts';
import { ValueLines } from '../components/value-lines.tsx';
import { useProvider } from '../data/data-provider.ts';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { isPositive } from '../invoices/decimal.ts';
import { invoiceName } from '../invoices/invoice-name.ts';
import { Icon } from '../look/icon.tsx';
import { chainsOf } from '../payouts/target-check.ts';
import { TargetFields } from '../payouts/target-fields.tsx';
import { RefundConfirm } from './refund-confirm.tsx';
import { checkRefund, emptyRefund, type RefundValues, refundedOf, toRefundBody, wantedOf } from './refund-form.ts';
import { RequestedAddress } from './requested-address.tsx';
import { useRefundForm } from './use-refund-form.ts';

export interface RefundDialogProps {
  invoice: SpaInvoice;
  onClose: () => void;
}

/**
 * How much goes back, who pays for it and where to; then the codes that send it. What was typed stays when one goes
 * back.
 */
export default function RefundDialog({ invoice, onClose }: RefundDialogProps) {
  const id = useId();
  const provider = useProvider();
  const [sent, setSent] = useState<RefundTokenSent | null>(null);
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const [gateId, setGateId] = useState(invoice.refund_gates[0] ?? invoice.gate_id ?? 'BTC');
  const [rules, setRules] = useState<RefundForm>();
  const form = useForm<RefundValues>({
    initial: emptyRefund(invoice),
    check: (values) => checkRefund(values, { form: rules, chains }),
    async send(values) {
      if (rules !== undefined) setSent(await provider.sendRefundCode(toRefundBody(invoice, values, rules)));
    },
  });
  const amount = useSettled(form.values.amount);
  const asked = useRefundForm(invoice.id, wantedOf({ how: form.values.how, amount }, { invoice, gateId }));
  if (asked.data !== undefined && asked.data !== rules) setRules(asked.data);

  if (sent !== null && rules !== undefined) {
    const body = toRefundBody(invoice, form.values, rules);
    const { reason } = form.values;
    return (
      <RefundConfirm
        sent={sent}
        gateId={rules.gate_id}
        body={reason === '' ? body : { ...body, reason }}
        invoiceId={invoice.id}
        onBack={() => setSent(null)}
        onSentAgain={setSent}
        onClose={onClose}
      />
    );
  }
  return (
    <DialogFrame
      title={t('refund.title', { name: invoiceName(invoice) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" form={id} variant="contained" disabled={form.busy || rules?.gate_id !== gateId}>
            {t('refund.next')}
          </Button>
        </>
      }
    >
      {rules === undefined ? (
        asked.isError ? (
          <ListError title={t('refunds.error')} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <ListLoading label={t('refunds.loading')} rows={4} />
        )
      ) : (
        <form id={id} ref={form.ref} noValidate onSubmit={form.submit}>
          <RefundFields
            form={form}
            rules={rules}
            invoice={invoice}
            chains={chains}
            gateId={gateId}
            onGate={(chosen) => {
              setGateId(chosen);
              form.set('how', 'all');
            }}
          />
        </form>
      )}
    </DialogFrame>
  );
}

function coinsLabel(gateId: CryptoGateId, invoice: SpaInvoice): string {
  const name = { ticker: tickerOf(gateId), network: networkOf(gateId) };
  return t(gateId === invoice.gate_id ? 'refund.ownCoins' : 'refund.otherCoins', name);
}

interface PartProps {
  form: FormState<RefundValues>;
  rules: RefundForm;
}

interface RefundFieldsProps extends PartProps {
  invoice: SpaInvoice;
  chains: ReturnType<typeof chainsOf>;
  gateId: CryptoGateId;
  onGate: (gateId: CryptoGateId) => void;
}

function RefundFields({ form, rules, invoice, chains, gateId, onGate }: RefundFieldsProps) {
  return (
    <Fields>
      {invoice.refund_gates.length > 1 && (
        <ChoiceField
          label={t('refund.coins')}
          value={gateId}
          choices={invoice.refund_gates.map((value) => ({ value, label: coinsLabel(value, invoice) }))}
          onChange={onGate}
        />
      )}
      <HowMuch form={form} rules={rules} refunded={gateId === invoice.gate_id ? refundedOf(invoice) : '0'} />
      <ChoiceField
        label={t('refund.feePayer')}
        name="fee_payer"
        value={form.values.fee_payer}
        choices={[
          { value: 'recipient', label: t('refund.recipient') },
          { value: 'merchant', label: t('refund.merchant') },
        ]}
        onChange={(value) => form.set('fee_payer', value)}
      />
      {rules.request === null ? (
        <TargetFields form={form} gateId={rules.gate_id} chains={chains} />
      ) : (
        <RequestedAddress request={rules.request} />
      )}
      <Field
        {...form.text('reason')}
        label={t('create.optional', { label: t('refund.reason') })}
        help={t('refund.reasonHelp')}
        autoComplete="off"
      />
      <Preview form={form} rules={rules} />
    </Fields>
  );
}

function HowMuch({ form, rules, refunded }: PartProps & { refunded: string }) {
  const { gate_id, refundable, excess, is_settled, preview, currency } = rules;
  const isRest = isPositive(refunded);
  const coins = (amount: string) => coinsText(amount, gate_id);
  const { how } = form.values;
  const value = preview[0]?.value ?? null;
  const worth = value === null ? undefined : t('refund.value', { value: formatFiat(value, currency) });
  return (
    <>
      {isRest && (
        <Alert severity="info" icon={false}>
          {t('refund.already', { amount: coins(refunded) })}
        </Alert>
      )}
      <ChoiceField
        label={t('refund.howMuch')}
        name="how"
        value={how}
        choices={[
          { value: 'all', label: t(isRest ? 'refund.rest' : 'refund.all', { amount: coins(refundable) }) },
          ...(isPositive(excess)
            ? [
                {
                  value: 'excess' as const,
                  label: t(isRest ? 'refund.excessRest' : 'refund.excess', { amount: coins(excess) }),
                },
              ]
            : []),
          { value: 'part', label: t('refund.part') },
        ]}
        onChange={(chosen) => form.set('how', chosen)}
        {...(how === 'part' ? {} : { help: worth })}
      />
      {how === 'part' && (
        <Field
          {...form.text('amount')}
          label={t('refund.amount', { ticker: tickerOf(gate_id) })}
          help={form.values.amount === '' ? t('refund.amountHelp', { amount: coins(refundable) }) : worth}
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

function Preview({ form, rules: { gate_id, preview, service_fee_percent, network_fee_at } }: PartProps) {
  const shown = preview.find(({ fee_payer }) => fee_payer === form.values.fee_payer);
  if (shown === undefined || (form.values.how === 'part' && form.values.amount === '')) return null;
  if (shown.problem !== null) {
    return (
      <Alert severity="error" icon={<Icon name="alertCircle" />}>
        {shown.problem}
      </Alert>
    );
  }
  const coins = (amount: string) => coinsText(amount, gate_id);
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
