import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { OwnPayoutLimits } from '../../contract/payouts.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useAct } from '../components/use-act.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { useMay } from '../data/use-may.ts';
import { useProvider } from '../data/use-provider.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { Form } from '../forms/form.tsx';
import type { Problems } from '../forms/rules.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Pair, Quiet } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';

/** Upper limits for all payouts, whether a user or a token requests them. */
export default function LimitsCard() {
  const provider = useProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['own-payout-limits'],
    queryFn: () => provider.ownPayoutLimits(),
  });
  return <Card title={t('limits.title')}>{body()}</Card>;

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('limits.loading')} rows={2} />;
    if (error) return <ListError title={t('limits.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <CardBody>
        <LimitsForm key={JSON.stringify([data.per_payout, data.per_day])} limits={data} />
      </CardBody>
    );
  }
}

interface LimitValues {
  readonly per_payout: string;
  readonly per_day: string;
}

/** The requested limits: pending ones if there are any. */
const valuesOf = ({ per_payout, per_day }: OwnPayoutLimits): LimitValues => ({
  per_payout: requestedOf(per_payout) ?? '',
  per_day: requestedOf(per_day) ?? '',
});
const requestedOf = ({ amount, next }: OwnPayoutLimits['per_day']) => (next === null ? amount : next.amount);
const bodyOf = ({ per_payout, per_day }: LimitValues) => ({
  per_payout: per_payout === '' ? null : per_payout,
  per_day: per_day === '' ? null : per_day,
});

function LimitsForm({ limits }: { limits: OwnPayoutLimits }) {
  const queries = useQueryClient();
  const provider = useProvider();
  const notify = useNotify();
  const mayChange = useMay('merchant_profile_update');
  const factor = useSecondFactor<ReturnType<typeof bodyOf>>(async (body) => {
    await provider.saveOwnPayoutLimits(body);
    notify(t('limits.saved'), { type: 'success' });
    factor.forget();
    await queries.invalidateQueries({ queryKey: ['own-payout-limits'] });
  });
  const { currency, used } = limits;
  return (
    <>
      <Form<LimitValues>
        defaultValues={valuesOf(limits)}
        rules={(values) => problemsOf(values, currency)}
        send={(values) => factor.first(bodyOf(values))}
      >
        <Fields sx={{ maxWidth: 640 }}>
          <Quiet>{t('limits.lead')}</Quiet>
          <Pair>
            <TextInput
              source="per_payout"
              label={t('limits.perPayout')}
              help={t('limits.perPayoutHelp')}
              end={currency}
              disabled={!mayChange}
              decimal
            />
            <TextInput
              source="per_day"
              label={t('limits.perDay')}
              help={t('limits.perDayHelp')}
              end={currency}
              disabled={!mayChange}
              decimal
            />
          </Pair>
          {used !== null && <Quiet>{t('limits.used', { amount: formatFiat(used, currency) })}</Quiet>}
          <Waiting limits={limits} mayChange={mayChange} />
          {mayChange ? <Save limits={limits} /> : <Quiet>{t('limits.readOnly')}</Quiet>}
        </Fields>
      </Form>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </>
  );
}

/** Higher limits that do not apply yet, and how to take them back. */
function Waiting({ limits, mayChange }: { limits: OwnPayoutLimits; mayChange: boolean }) {
  const { currency, per_payout, per_day } = limits;
  const keep = useAct(
    (provider) => provider.saveOwnPayoutLimits({ per_payout: per_payout.amount, per_day: per_day.amount }),
    { stale: ['own-payout-limits'], done: t('limits.kept') },
  );
  const lines = [
    { name: t('limits.perPayout'), next: per_payout.next },
    { name: t('limits.perDay'), next: per_day.next },
  ].flatMap(({ name, next }) => {
    if (next === null) return [];
    const amount = next.amount === null ? t('limits.none') : formatFiat(next.amount, currency);
    return [t('limits.next', { name, amount, when: formatMoment(next.from) })];
  });
  if (lines.length === 0) return null;
  return (
    <Alert severity="warning" icon={<Icon name="clock" />}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {mayChange && (
        <Button
          variant="outlined"
          color="inherit"
          sx={{ mt: 1 }}
          disabled={keep.isPending}
          onClick={() => keep.mutate()}
        >
          {t('limits.keep')}
        </Button>
      )}
    </Alert>
  );
}

function Save({ limits }: { limits: OwnPayoutLimits }) {
  const values = useWatch() as LimitValues;
  const before = valuesOf(limits);
  const isSame = values.per_payout === before.per_payout && values.per_day === before.per_day;
  return (
    <Actions>
      <SubmitButton label={t('integration.save')} busy={t('integration.saving')} disabled={isSame} />
    </Actions>
  );
}

function problemsOf({ per_payout, per_day }: LimitValues, currency: string): Problems<LimitValues> {
  const rule = { optional: true, decimals: currencyDecimals(currency) };
  return { per_payout: amountProblem(per_payout, rule), per_day: amountProblem(per_day, rule) };
}
