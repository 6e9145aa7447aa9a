import { useState } from 'react';
import type { PaymentMethod } from '../../../api/contract/payment-methods.ts';
import type { PayoutForm, PayoutTokenSent } from '../../../api/contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Split } from '../../components/page.tsx';
import { useForm } from '../../components/use-form.ts';
import { session } from '../../data/session.ts';
import { useStore } from '../../data/use-store.ts';
import { t } from '../../i18n/translate.ts';
import { sendPayoutCode } from '../payout-calls.ts';
import { chainsOf } from '../target-check.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { QuoteCard } from './quote-card.tsx';
import { RequestFields } from './request-fields.tsx';
import { checkRequest, emptyRequest, gateOf, methodsFor, type RequestValues, toTokenBody } from './request-form.ts';

export interface PayoutRequestProps {
  form: PayoutForm;
  methods: readonly PaymentMethod[];
  /** Named by the address of the page. */
  wanted: { readonly gateId: string | null; readonly methodId: string | null };
  /** Something else has to be done first. */
  isBarred: boolean;
}

/** Filling in, then confirming: what was typed stays when one goes back. */
export function PayoutRequest({ form: rules, methods, wanted, isBarred }: PayoutRequestProps) {
  const [sent, setSent] = useState<PayoutTokenSent | null>(null);
  const isSimulated = useStore(session)?.simulated ?? false;
  const chains = chainsOf(isSimulated);
  const form = useForm<RequestValues>({
    initial: begin(rules, methods, wanted),
    check: (values) => checkRequest(values, { gates: rules.gates, chains }),
    async send(values) {
      const gate = gateOf(values, rules.gates);
      if (gate !== undefined) setSent(await sendPayoutCode(toTokenBody(values, gate)));
    },
  });
  const gate = gateOf(form.values, rules.gates);
  if (sent !== null && gate !== undefined) {
    return (
      <ConfirmStep sent={sent} values={form.values} gate={gate} onBack={() => setSent(null)} onSentAgain={setSent} />
    );
  }
  return (
    <Split>
      <Card title={t('request.title')} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          <RequestFields form={form} rules={rules} methods={methods} chains={chains} isBarred={isBarred} />
        </CardBody>
      </Card>
      <QuoteCard values={form.values} gate={gate} currency={rules.currency} />
    </Split>
  );
}

function begin(
  rules: PayoutForm,
  methods: readonly PaymentMethod[],
  { gateId, methodId }: PayoutRequestProps['wanted'],
): RequestValues {
  const method = methods.find(({ id, status }) => id === methodId && status === 'active');
  const values = emptyRequest(rules, { gateId: method?.gate_id ?? gateId });
  const chosen = method ?? methodsFor(values.gate_id, methods).find(({ is_default }) => is_default);
  return { ...values, method_id: values.gate_id === '' ? '' : (chosen?.id ?? '') };
}
