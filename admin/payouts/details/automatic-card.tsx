import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../../contract/payment-methods.ts';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { SecondFactorDialog } from '../../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { CheckInput } from '../../forms/check-input.tsx';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { clipMiddle } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { AutomaticInputs } from '../../payout-methods/automatic-inputs.tsx';
import { useMethod, useMethodRefresh } from '../../payout-methods/method-calls.ts';
import {
  type MethodValues,
  methodRules,
  methodValues,
  toCreateBody,
  toUpdateBody,
} from '../../payout-methods/method-form.ts';
import { methodPath } from '../../payout-methods/method-path.tsx';
import { chainsOf } from '../target-check.ts';

/**
 * Makes a manual payout automatic: toggle, period, save (spec §4). Where it was made by a method, that method is
 * changed.
 */
export default function AutomaticCard({ payout }: { payout: SpaPayout }) {
  const [made, setMade] = useState<PaymentMethod | null>(null);
  const methodId = made?.id ?? payout.method?.id ?? null;
  const { data: method } = useMethod(methodId);
  if (methodId !== null && method === undefined) return null;
  return (
    <Card title={t('automatic.title')}>
      <CardBody>
        <AutomaticForm
          key={method === undefined ? 'new' : `${method.id}:${method.version}`}
          payout={payout}
          method={method}
          onMade={setMade}
        />
      </CardBody>
    </Card>
  );
}

interface AutomaticFormProps {
  payout: SpaPayout;
  method: PaymentMethod | undefined;
  onMade: (method: PaymentMethod) => void;
}

function AutomaticForm({ payout, method, onMade }: AutomaticFormProps) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) => {
    const saved = await ('version' in body
      ? provider.updateMethod(method?.id ?? '', body)
      : provider.createMethod(body));
    notify(t('method.saved'), { type: 'success' });
    factor.forget();
    onMade(saved);
    await refresh(saved);
  });
  return (
    <>
      <Form<MethodValues>
        defaultValues={begin(payout, method)}
        rules={methodRules(chains)}
        send={(values) =>
          factor.first(
            method ? toUpdateBody(values, method.version) : toCreateBody({ ...values, gate_id: payout.gate_id }),
          )
        }
      >
        <Fields>
          <AutomaticInputs />
          {method === undefined && <NewMethod />}
          {method && (
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {t('automatic.method', { title: method.title })}
            </Typography>
          )}
          <Actions>
            <Save method={method} />
            {method && (
              <Button variant="text" component={RouterLink} to={methodPath(method.id)}>
                {t('automatic.open')}
              </Button>
            )}
          </Actions>
        </Fields>
      </Form>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </>
  );
}

/** The fields that a method still needs if this payout was made without one. */
function NewMethod() {
  const { automatic } = useWatch() as MethodValues;
  if (!automatic) return null;
  return (
    <>
      <TextInput source="title" label={t('method.title')} help={t('method.titleHelp')} autoComplete="off" />
      <div>
        <CheckInput source="ownership_confirmed" label={t('method.ownership')} />
        <CheckInput source="correctness_confirmed" label={t('method.correct')} />
      </div>
    </>
  );
}

function Save({ method }: { method: PaymentMethod | undefined }) {
  const { automatic, period } = useWatch() as MethodValues;
  const isChanged = method ? automatic !== method.automatic || period !== (method.period ?? '') : automatic;
  return <SubmitButton label={t('automatic.save')} busy={t('integration.saving')} disabled={!isChanged} />;
}

/** The method as it is, or one to the address of this payout. */
function begin(
  { reference, address, destination_tag, gate_id }: SpaPayout,
  method: PaymentMethod | undefined,
): MethodValues {
  if (method) return methodValues(method);
  return methodValues({ title: reference ?? clipMiddle(address, 8, 6), gate_id, address, destination_tag });
}
