import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PayoutPolicy } from '../../contract/payouts.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { useMay } from '../data/use-may.ts';
import { useProvider } from '../data/use-provider.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { ToggleInput } from '../forms/toggle-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Quiet } from '../integration/parts.tsx';

const HOUR = 3600;
/** How long a new address may cool off, in seconds. */
const COOL_OFFS = [0, HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR] as const;

/** Two rules for all payouts that people ask for: who approves, and how long a new address waits. */
export default function PolicyCard() {
  const provider = useProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['payout-policy'],
    queryFn: () => provider.payoutPolicy(),
  });
  return <Card title={t('policy.title')}>{body()}</Card>;

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('policy.loading')} rows={2} />;
    if (error) return <ListError title={t('policy.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <CardBody>
        <PolicyForm key={JSON.stringify(data)} policy={data} />
      </CardBody>
    );
  }
}

interface PolicyValues {
  readonly approval_required: boolean;
  /** In seconds. */
  readonly cool_off: string;
}

const valuesOf = ({ approval_required, cool_off_seconds }: PayoutPolicy): PolicyValues => ({
  approval_required,
  cool_off: String(cool_off_seconds),
});

function PolicyForm({ policy }: { policy: PayoutPolicy }) {
  const queries = useQueryClient();
  const provider = useProvider();
  const notify = useNotify();
  const mayChange = useMay('merchant_profile_update');
  const factor = useSecondFactor<PayoutPolicy>(async (body) => {
    await provider.savePayoutPolicy(body);
    notify(t('policy.saved'), { type: 'success' });
    factor.forget();
    await queries.invalidateQueries({ queryKey: ['payout-policy'] });
  });
  return (
    <>
      <Form<PolicyValues>
        defaultValues={valuesOf(policy)}
        send={({ approval_required, cool_off }) =>
          factor.first({ approval_required, cool_off_seconds: Number(cool_off) })
        }
      >
        <Fields sx={{ maxWidth: 640 }}>
          <ToggleInput
            source="approval_required"
            label={t('policy.approval')}
            help={t('policy.approvalHelp')}
            disabled={!mayChange}
          />
          <ChoiceInput
            source="cool_off"
            label={t('policy.coolOff')}
            disabled={!mayChange}
            choices={coolOffChoices(policy.cool_off_seconds)}
            help={t('policy.coolOffHelp')}
          />
          {mayChange ? <Save policy={policy} /> : <Quiet>{t('policy.readOnly')}</Quiet>}
        </Fields>
      </Form>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </>
  );
}

function Save({ policy }: { policy: PayoutPolicy }) {
  const values = useWatch() as PolicyValues;
  const before = valuesOf(policy);
  const isSame = values.approval_required === before.approval_required && values.cool_off === before.cool_off;
  return (
    <Actions>
      <SubmitButton label={t('policy.save')} busy={t('integration.saving')} disabled={isSame} />
    </Actions>
  );
}

/** The usual ones, and the present one where it is another. */
function coolOffChoices(present: number) {
  return [...new Set([...COOL_OFFS, present])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: coolOffLabel(seconds) }));
}

function coolOffLabel(seconds: number): string {
  if (seconds === 0) return t('policy.coolOff.none');
  const hours = seconds / HOUR;
  if (hours % 24 === 0) return t('policy.coolOff.days', { smart_count: hours / 24 });
  return Number.isInteger(hours)
    ? t('policy.coolOff.hours', { smart_count: hours })
    : t('policy.coolOff.seconds', { smart_count: seconds });
}
