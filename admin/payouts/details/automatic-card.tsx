import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../../api/contract/payment-methods.ts';
import type { SpaPayout } from '../../../api/contract/payouts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { SecondFactorDialog } from '../../components/dialog-form.tsx';
import { Field } from '../../components/field.tsx';
import { useForm } from '../../components/use-form.ts';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { session } from '../../data/session.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useStore } from '../../data/use-store.ts';
import { clipMiddle } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { AutomaticFields } from '../../payout-methods/automatic-fields.tsx';
import {
  checkMethod,
  type MethodValues,
  methodValues,
  toCreateBody,
  toUpdateBody,
} from '../../payout-methods/method-form.ts';
import { methodPath } from '../../payout-methods/method-list.tsx';
import { createMethod, updateMethod, useMethod, useMethodRefresh } from '../payout-calls.ts';
import { chainsOf } from '../target-check.ts';

/**
 * Makes a manual payout automatic: toggle, period, save (spec §4). Where it was made by a method, that method is
 * changed.
 */
export function AutomaticCard({ payout }: { payout: SpaPayout }) {
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
  const refresh = useMethodRefresh();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) => {
    const saved = await ('version' in body ? updateMethod(method?.id ?? '', body) : createMethod(body));
    toastSuccess(t('method.saved'));
    factor.forget();
    onMade(saved);
    await refresh(saved);
  });
  const form = useForm<MethodValues>({
    initial: begin(payout, method),
    check: (values) => checkMethod(values, chains),
    send: (values) =>
      factor.first(method ? toUpdateBody(values, method.version) : toCreateBody(values, payout.gate_id)),
  });
  const { automatic, period } = form.values;
  const isChanged = method ? automatic !== method.automatic || period !== (method.period ?? '') : automatic;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Fields>
        <AutomaticFields
          automatic={automatic}
          period={period}
          error={form.errorOf('period')}
          onAutomatic={(next) => form.set('automatic', next)}
          onPeriod={(next) => form.set('period', next)}
        />
        {method === undefined && automatic && (
          <>
            <Field {...form.text('title')} label={t('method.title')} help={t('method.titleHelp')} autoComplete="off" />
            <div>
              <CheckField {...form.box('ownership_confirmed')} label={t('method.ownership')} />
              <CheckField {...form.box('correctness_confirmed')} label={t('method.correct')} />
            </div>
          </>
        )}
        {method && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('automatic.method', { title: method.title })}
          </Typography>
        )}
        <Actions>
          <Button type="submit" variant="contained" disabled={form.busy || !isChanged}>
            {t(form.busy ? 'integration.saving' : 'automatic.save')}
          </Button>
          {method && (
            <Button variant="text" component={RouterLink} to={methodPath(method.id)}>
              {t('automatic.open')}
            </Button>
          )}
        </Actions>
      </Fields>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </form>
  );
}

/** The method as it is, or one to the address of this payout. */
function begin(
  { reference, address, destination_tag, gate_id }: SpaPayout,
  method: PaymentMethod | undefined,
): MethodValues {
  if (method) return methodValues(method);
  return methodValues({ title: reference ?? clipMiddle(address, 8, 6), gate_id, address, destination_tag });
}
