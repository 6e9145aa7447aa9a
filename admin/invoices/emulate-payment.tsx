import Button from '@mui/material/Button';
import MuiCard from '@mui/material/Card';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type FormEvent, useCallback, useId, useState } from 'react';
import type { SpaInvoice } from '../../api/contract/spa-invoices.ts';
import { gates } from '../../domain/assets.ts';
import { SCENARIOS, type Scenario } from '../../domain/sandbox.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { Field } from '../components/field.tsx';
import { coinsText } from '../components/money.tsx';
import { useAction } from '../components/use-action.ts';
import { useProvider } from '../data/data-provider.ts';
import { toastInfo, toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { amountProblem, suggestedAmount } from './emulation.ts';
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
const Form = styled('form')({ display: 'grid', gap: 12, padding: '16px 20px' });
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(124px, 1fr))', gap: 8 });

/** Sandbox only: plays the payer and the network, so that every outcome can be seen. */
export function EmulatePayment({ invoice }: { invoice: SpaInvoice }) {
  const id = useId();
  const [scenario, setScenario] = useState<Scenario>('paid');
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed ?? suggestedAmount(invoice, scenario);
  const problem = amountProblem(amount);
  const pay = usePay(invoice);
  const block = useBlock(invoice);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem) return;
    if (await pay.run(scenario, amount)) setTyped(null);
  };
  return (
    <Card role="region" aria-labelledby={id}>
      <Head>
        <Icon name="flask" />
        <Typography variant="h2" id={id}>
          {t('emulate.title')}
        </Typography>
      </Head>
      {invoice.gate_id === null ? (
        <Typography sx={{ p: 5, color: 'text.secondary' }}>{t('emulate.choose')}</Typography>
      ) : (
        <Form onSubmit={(event) => void submit(event)} noValidate>
          <ChoiceField
            label={t('emulate.scenario')}
            value={scenario}
            choices={SCENARIOS.map((value) => ({ value, label: t(`emulate.scenario.${value}`) }))}
            onChange={(next) => {
              setScenario(next);
              setTyped(null);
            }}
            help={scenario === 'late' ? t('emulate.lateHelp') : undefined}
          />
          <Field
            name="amount"
            label={t('emulate.amount')}
            decimal
            value={amount}
            onChange={(event) => setTyped(event.target.value.trim())}
            error={problem ?? undefined}
            help={amount === '' ? t('emulate.amountHelp') : undefined}
            end={<InputAdornment position="end">{tickerOf(invoice.gate_id)}</InputAdornment>}
          />
          <Pair>
            <Button type="submit" variant="contained" disabled={pay.busy}>
              {t('emulate.send')}
            </Button>
            <Button startIcon={<Icon name="block" />} disabled={block.busy} onClick={() => void block.run()}>
              {t('emulate.block')}
            </Button>
          </Pair>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('emulate.help')}
          </Typography>
        </Form>
      )}
    </Card>
  );
}

function usePay(invoice: SpaInvoice) {
  const provider = useProvider();
  const refresh = useInvoiceRefresh(invoice.id);
  const pay = useCallback(
    async (scenario: Scenario, amount: string) => {
      const sent = await provider.emulatePayment(invoice.id, { scenario, ...(amount ? { amount } : {}) });
      toastSuccess(t('emulate.sent', { amount: coinsText(sent.amount, sent.gate_id ?? '') }));
      await refresh();
    },
    [provider, invoice.id, refresh],
  );
  return useAction(pay);
}

function useBlock(invoice: SpaInvoice) {
  const provider = useProvider();
  const refresh = useInvoiceRefresh(invoice.id);
  const { gate_id } = invoice;
  const make = useCallback(async () => {
    if (gate_id === null) return;
    await provider.makeBlocks(gates[gate_id].network, 1);
    toastInfo(t('emulate.blockAsked', { smart_count: 1 }));
    await refresh();
  }, [provider, gate_id, refresh]);
  return useAction(make);
}
