import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { PaymentMethod } from '../../../contract/payment-methods.ts';
import type { PayoutForm, PayoutGate, PayoutTokenSent } from '../../../contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Split } from '../../components/page.tsx';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { Form } from '../../forms/form.tsx';
import { t } from '../../i18n/translate.ts';
import { chainsOf } from '../target-check.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { QuoteCard } from './quote-card.tsx';
import { RequestFields } from './request-fields.tsx';
import { emptyRequest, gateOf, methodsFor, type RequestValues, requestProblems, toTokenBody } from './request-form.ts';

export interface PayoutRequestProps {
  form: PayoutForm;
  methods: readonly PaymentMethod[];
  /** Named by the address of the page. */
  wanted: { readonly gateId: string | null; readonly methodId: string | null };
  /** Something else has to be done first. */
  isBarred: boolean;
}

interface Requested {
  readonly values: RequestValues;
  readonly gate: PayoutGate;
  readonly sent: PayoutTokenSent;
}

/** Filling in, then confirming: what was typed stays when one goes back. */
export function PayoutRequest({ form, methods, wanted, isBarred }: PayoutRequestProps) {
  const provider = useProvider();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const [draft, setDraft] = useState(() => begin(form, methods, wanted));
  const [requested, setRequested] = useState<Requested | null>(null);
  if (requested !== null) {
    return (
      <ConfirmStep
        {...requested}
        onBack={() => setRequested(null)}
        onSentAgain={(sent) => setRequested({ ...requested, sent })}
      />
    );
  }
  return (
    <Form<RequestValues>
      defaultValues={draft}
      rules={(values) => requestProblems(values, { gates: form.gates, chains })}
      send={async (values) => {
        const gate = gateOf(values, form.gates);
        if (gate === undefined) return;
        const sent = await provider.sendPayoutCode(toTokenBody(values, gate));
        setDraft(values);
        setRequested({ values, gate, sent });
      }}
    >
      <Split>
        <Card title={t('request.title')} titleHidden>
          <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
            <RequestFields gates={form.gates} methods={methods} chains={chains} isBarred={isBarred} />
          </CardBody>
        </Card>
        <Quoted form={form} />
      </Split>
    </Form>
  );
}

function Quoted({ form: { gates, currency } }: Pick<PayoutRequestProps, 'form'>) {
  const values = useWatch() as RequestValues;
  return <QuoteCard values={values} gate={gateOf(values, gates)} currency={currency} />;
}

function begin(
  form: PayoutForm,
  methods: readonly PaymentMethod[],
  { gateId, methodId }: PayoutRequestProps['wanted'],
): RequestValues {
  const method = methods.find(({ id, status }) => id === methodId && status === 'active');
  const values = emptyRequest(form, { gateId: method?.gate_id ?? gateId });
  const chosen = method ?? methodsFor(values.gate_id, methods).find(({ is_default }) => is_default);
  return { ...values, method_id: values.gate_id === '' ? '' : (chosen?.id ?? '') };
}
