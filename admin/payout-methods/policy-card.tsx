import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PayoutPolicy } from '../../api/contract/payouts.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { SecondFactorDialog } from '../components/dialog-form.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Toggle } from '../components/toggle.tsx';
import { useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { toastSuccess } from '../data/toasts.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Quiet } from '../integration/parts.tsx';
import { savePolicy, usePolicy } from '../payouts/payout-calls.ts';

const HOUR = 3600;
/** How long a new address may cool off, in seconds. */
const COOL_OFFS = [0, HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR] as const;

/** Two rules for all payouts that people ask for: who approves, and how long a new address waits. */
export function PolicyCard() {
  const { data, error, isPending, refetch } = usePolicy();
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

function PolicyForm({ policy }: { policy: PayoutPolicy }) {
  const queries = useQueryClient();
  const mayChange = useMay('merchant_profile_update');
  const factor = useSecondFactor<PayoutPolicy>(async (body) => {
    await savePolicy(body);
    toastSuccess(t('policy.saved'));
    factor.forget();
    await queries.invalidateQueries({ queryKey: ['payout-policy'] });
  });
  const form = useForm({
    initial: { approval_required: policy.approval_required, cool_off: String(policy.cool_off_seconds) },
    check: () => ({}),
    send: ({ approval_required, cool_off }) => factor.first({ approval_required, cool_off_seconds: Number(cool_off) }),
  });
  const { approval_required, cool_off } = form.values;
  const isChanged = approval_required !== policy.approval_required || cool_off !== String(policy.cool_off_seconds);
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Fields sx={{ maxWidth: 640 }}>
        <Toggle
          label={t('policy.approval')}
          help={t('policy.approvalHelp')}
          checked={approval_required}
          disabled={!mayChange}
          onChange={() => form.set('approval_required', !approval_required)}
        />
        <ChoiceField
          name="cool_off"
          label={t('policy.coolOff')}
          value={cool_off}
          disabled={!mayChange}
          choices={coolOffChoices(policy.cool_off_seconds)}
          onChange={(seconds) => form.set('cool_off', seconds)}
          help={t('policy.coolOffHelp')}
        />
        {mayChange ? (
          <Actions>
            <Button type="submit" variant="contained" disabled={form.busy || !isChanged}>
              {t(form.busy ? 'integration.saving' : 'integration.save')}
            </Button>
          </Actions>
        ) : (
          <Quiet>{t('policy.readOnly')}</Quiet>
        )}
      </Fields>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </form>
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
