import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod, UpdateMethodBody } from '../../../api/contract/payment-methods.ts';
import type { SpaWithdrawal } from '../../../api/contract/withdrawals.ts';
import type { MethodPeriod } from '../../../domain/payout-methods/fields.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { SecondFactorDialog } from '../../components/dialog-form.tsx';
import { useAction } from '../../components/use-action.ts';
import { useSecondFactor } from '../../components/use-second-factor.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { AutomaticFields } from '../../payout-methods/automatic-fields.tsx';
import { updateMethod, useMethod, useMethodRefresh } from '../../payouts/payout-calls.ts';
import { methodValues, toUpdateBody } from '../../withdrawal-methods/method-form.ts';
import { methodPath } from '../withdrawal-paths.ts';

/** Makes a manual request automatic: toggle, period, save (spec §4). Its method is what becomes automatic. */
export function AutomaticCard({ withdrawal }: { withdrawal: SpaWithdrawal }) {
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
  const refresh = useMethodRefresh();
  const [automatic, setAutomatic] = useState(method.automatic);
  const [period, setPeriod] = useState<MethodPeriod | ''>(method.period ?? '');
  const [isAsked, setAsked] = useState(false);
  const factor = useSecondFactor<UpdateMethodBody>(async (body) => {
    const saved = await updateMethod(method.id, body);
    toastSuccess(t('method.saved'));
    factor.forget();
    await refresh(saved);
  });
  const { busy, run } = useAction(() =>
    factor.first(toUpdateBody({ ...methodValues(method), automatic, period }, method.version)),
  );
  const isMissing = automatic && period === '';
  const isChanged = automatic !== method.automatic || (automatic && period !== (method.period ?? ''));
  return (
    <Fields>
      <AutomaticFields
        automatic={automatic}
        period={period}
        error={isMissing && isAsked ? t('method.periodRequired') : undefined}
        onAutomatic={setAutomatic}
        onPeriod={setPeriod}
      />
      <Actions>
        <Button
          variant="contained"
          disabled={busy || !isChanged}
          onClick={() => {
            setAsked(true);
            if (!isMissing) void run();
          }}
        >
          {t(busy ? 'integration.saving' : 'automatic.save')}
        </Button>
        <Button variant="text" component={RouterLink} to={methodPath(method.id)}>
          {t('automatic.open')}
        </Button>
      </Actions>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </Fields>
  );
}
