import Button from '@mui/material/Button';
import MuiCard from '@mui/material/Card';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useId } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { SCENARIOS, type Scenario } from '../../domain/invoices/scenarios.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { useAct } from '../components/use-act.ts';
import { useProvider } from '../data/use-provider.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { suggestedAmount } from './emulation.ts';
import { useInvoiceRefresh } from './use-invoice-refresh.ts';

const Card = styled(MuiCard)(({ theme }) => ({ borderColor: theme.palette.sandbox.edge }));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '8px 20px',
  backgroundColor: theme.palette.sandbox.main,
  color: theme.palette.sandbox.contrastText,
}));
const Inputs = styled('div')({ display: 'grid', gap: 12, padding: '16px 20px' });
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(124px, 1fr))', gap: 8 });

interface Draft {
  readonly scenario: Scenario;
  readonly amount: string;
}

/** Sandbox only: plays the payer and the network, so that every outcome can be seen. */
export function EmulatePayment({ invoice }: { invoice: SpaInvoice }) {
  const id = useId();
  const { gate_id: gateId } = invoice;
  return (
    <Card role="region" aria-labelledby={id}>
      <Head>
        <Icon name="flask" />
        <Typography variant="h2" id={id}>
          {t('emulate.title')}
        </Typography>
      </Head>
      {gateId === null ? (
        <Typography sx={{ p: 5, color: 'text.secondary' }}>{t('emulate.choose')}</Typography>
      ) : (
        <EmulationForm invoice={invoice} gateId={gateId} />
      )}
    </Card>
  );
}

interface EmulationFormProps {
  invoice: SpaInvoice;
  gateId: CryptoGateId;
}

function EmulationForm({ invoice, gateId }: EmulationFormProps) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useInvoiceRefresh(invoice.id);
  const block = useAct((calls) => calls.makeBlocks(gates[gateId].network, 1), { of: ['invoice', invoice.id] });
  const send = async ({ scenario, amount }: Draft) => {
    const sent = await provider.emulatePayment(invoice.id, { scenario, amount: amount || undefined });
    notify(t('emulate.sent', { amount: coinsText(sent.amount, sent.gate_id ?? '') }), { type: 'success' });
    await refresh();
  };
  return (
    <Form<Draft>
      defaultValues={{ scenario: 'paid', amount: suggestedAmount(invoice, 'paid') }}
      rules={({ amount }) => ({ amount: amountProblem(amount, { optional: true }) })}
      send={send}
    >
      <Inputs>
        <PaymentInputs invoice={invoice} gateId={gateId} />
        <Pair>
          <SubmitButton label={t('emulate.send')} variant={UNPAID.has(invoice.status) ? 'contained' : 'outlined'} />
          <Button
            startIcon={<Icon name="block" />}
            disabled={block.isPending}
            onClick={() =>
              block.mutate(undefined, {
                onSuccess: () => notify(t('emulate.blockAsked', { smart_count: 1 }), { type: 'info' }),
              })
            }
          >
            {t('emulate.block')}
          </Button>
        </Pair>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('emulate.help')}
        </Typography>
      </Inputs>
    </Form>
  );
}

/** Where paying is the next step; elsewhere the page has another, or none. */
const UNPAID: ReadonlySet<SpaInvoice['status']> = new Set(['new', 'pending', 'partially_paid']);

/** After each payment the field shows the missing amount again, unless the user is typing another one. */
function PaymentInputs({ invoice, gateId }: EmulationFormProps) {
  const { scenario, amount } = useWatch() as Draft;
  const { resetField } = useFormContext<Draft>();
  const { dirtyFields, isSubmitSuccessful, submitCount } = useFormState<Draft>();
  const isTyped = dirtyFields.amount === true;
  const offer = useCallback(
    (of: Scenario) => resetField('amount', { defaultValue: suggestedAmount(invoice, of) }),
    [resetField, invoice],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the invoice has changed
  useEffect(() => {
    if (!isTyped) offer(scenario);
  }, [offer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each payment
  useEffect(() => {
    if (isSubmitSuccessful) offer(scenario);
  }, [submitCount, isSubmitSuccessful]);
  return (
    <>
      <ChoiceInput
        source="scenario"
        label={t('emulate.scenario')}
        choices={SCENARIOS.map((value) => ({ value, label: t(`emulate.scenario.${value}`) }))}
        onChosen={offer}
        help={scenario === 'late' ? t('emulate.lateHelp') : undefined}
      />
      <TextInput
        source="amount"
        label={t('emulate.amount')}
        decimal
        help={amount === '' ? t('emulate.amountHelp') : undefined}
        end={<InputAdornment position="end">{tickerOf(gateId)}</InputAdornment>}
      />
    </>
  );
}
