import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod, UpdateMethodBody } from '../../../contract/payment-methods.ts';
import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { SecondFactorDialog } from '../../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { useProvider } from '../../data/use-provider.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { AutomaticInputs, type AutomaticValues } from '../../payout-methods/automatic-inputs.tsx';
import { useMethod, useMethodRefresh } from '../../payout-methods/method-calls.ts';
import { methodValues, toUpdateBody } from '../../withdrawal-methods/method-form.ts';
import { methodPath } from '../withdrawal-paths.ts';

/** Makes a manual request automatic: toggle, period, save (spec §4). Its method is what becomes automatic. */
export default function AutomaticCard({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const { data: method } = useMethod(withdrawal.method.id);
  if (method === undefined || method.status === 'deleted' || !method.actions.update) return null;
  return (
    <Card title={t('automatic.title')}>
      <CardBody>
        <AutomaticForm key={method.version} method={method} />
      </CardBody>
    </Card>
  );
}

function AutomaticForm({ method }: { method: PaymentMethod }) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const factor = useSecondFactor<UpdateMethodBody>(async (body) => {
    const saved = await provider.updateMethod(method.id, body);
    notify(t('method.saved'), { type: 'success' });
    factor.forget();
    await refresh(saved);
  });
  const before = methodValues(method);
  return (
    <>
      <Form<AutomaticValues>
        defaultValues={{ automatic: before.automatic, period: before.period }}
        rules={({ automatic, period }) => (automatic && period === '' ? { period: t('method.periodRequired') } : {})}
        send={(values) => factor.first(toUpdateBody({ ...before, ...values }, method.version))}
      >
        <Fields>
          <AutomaticInputs />
          <Actions>
            <Save before={before} />
            <Button variant="text" component={RouterLink} to={methodPath(method.id)}>
              {t('automatic.open')}
            </Button>
          </Actions>
        </Fields>
      </Form>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </>
  );
}

function Save({ before }: { before: AutomaticValues }) {
  const { automatic, period } = useWatch() as AutomaticValues;
  const isChanged = automatic !== before.automatic || (automatic && period !== before.period);
  return <SubmitButton label={t('automatic.save')} busy={t('integration.saving')} disabled={!isChanged} />;
}
