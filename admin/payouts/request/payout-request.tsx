import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { PaymentMethod } from '../../../contract/payment-methods.ts';
import type { PayoutForm, PayoutGate, PayoutTokenSent } from '../../../contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { FeeAge } from '../../components/fee-age.tsx';
import { Split } from '../../components/page.tsx';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { Form } from '../../forms/form.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { QuoteCard } from '../../outflows/quote-card.tsx';
import { useRequestSteps } from '../../outflows/use-request-steps.ts';
import { chainsOf } from '../target-check.ts';
import { ConfirmPayout } from './confirm-payout.tsx';
import { RequestFields } from './request-fields.tsx';
import {
  emptyRequest,
  fiatOf,
  gateOf,
  methodsFor,
  type RequestValues,
  requestProblems,
  toTokenBody,
} from './request-form.ts';

export interface PayoutRequestProps {
  form: PayoutForm;
  methods: readonly PaymentMethod[];
  /** Named by the address of the page. */
  preset: { readonly gateId: string | null; readonly methodId: string | null };
  /** Something else has to be done first. */
  isBarred: boolean;
}

interface Requested {
  readonly values: RequestValues;
  readonly gate: PayoutGate;
  readonly sent: PayoutTokenSent;
}

/** Filling in, then confirming. */
export function PayoutRequest({ form, methods, preset, isBarred }: PayoutRequestProps) {
  const provider = useProvider();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const steps = useRequestSteps<RequestValues, Requested>(() => begin(form, methods, preset));
  if (steps.requested !== null) {
    const { onBack, onSentAgain } = steps;
    return <ConfirmPayout {...steps.requested} onBack={onBack} onSentAgain={onSentAgain} />;
  }
  return (
    <Form<RequestValues>
      defaultValues={steps.draft}
      rules={(values) => requestProblems(values, { gates: form.gates, chains })}
      send={async (values) => {
        const gate = gateOf(values, form.gates);
        if (gate === undefined) return;
        const sent = await provider.sendPayoutCode(toTokenBody(values, gate));
        steps.confirm(values, { values, gate, sent });
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
  return (
    <QuoteCard
      words="quote"
      requested={values}
      gate={gateOf(values, gates)}
      worthOf={(minor, gate) => {
        const value = fiatOf(minor, gate);
        return value === null ? null : `≈ ${formatFiat(value, currency)}`;
      }}
      notes={({ network_fee_at }) => (
        <>
          <FeeAge at={network_fee_at} />
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('quote.exact')}
          </Typography>
        </>
      )}
    />
  );
}

function begin(
  form: PayoutForm,
  methods: readonly PaymentMethod[],
  { gateId, methodId }: PayoutRequestProps['preset'],
): RequestValues {
  const method = methods.find(({ id, status }) => id === methodId && status === 'active');
  const values = emptyRequest(form, { gateId: method?.gate_id ?? gateId });
  const chosen = method ?? methodsFor(values.gate_id, methods).find(({ is_default }) => is_default);
  return { ...values, method_id: values.gate_id === '' ? '' : (chosen?.id ?? '') };
}
