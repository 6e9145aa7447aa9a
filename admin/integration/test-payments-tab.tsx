import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { CRYPTO_GATES, type CryptoGateId } from '../../domain/assets/assets.ts';
import { ReceiptArt } from '../components/art.tsx';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody, VisuallyHidden } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Facts } from '../components/facts.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import { Coins } from '../components/money.tsx';
import { Column, Split } from '../components/page.tsx';
import { randomKey } from '../data/random-key.ts';
import { session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { EmulatePayment } from '../invoices/emulate-payment.tsx';
import { invoicePath } from '../invoices/invoice-name.ts';
import { Icon } from '../look/icon.tsx';
import { useSwitchMode } from '../shell/use-switch-mode.ts';
import { Actions, Fields, Pair } from './parts.tsx';
import { TestFees } from './test-fees.tsx';
import { useProfile } from './use-integration.ts';

/** Sandbox only: an invoice at once, and every outcome played on it. */
export default function TestPaymentsTab() {
  const user = useStore(session);
  const [invoiceId, setInvoiceId] = useState<string | null>(null);
  if (user === null) return null;
  if (user.active_profile_type === 'production') return <OnlyInSandbox user={user} />;
  return invoiceId === null ? (
    <Column>
      <NewTest onCreated={setInvoiceId} />
      <TestFees />
    </Column>
  ) : (
    <RunningTest id={invoiceId} onAnother={() => setInvoiceId(null)} />
  );
}

type User = NonNullable<ReturnType<typeof session.get>>;

function OnlyInSandbox({ user }: { user: User }) {
  const switchMode = useSwitchMode(user);
  return (
    <Card title={t('test.title')} titleHidden>
      <EmptyState
        art={<ReceiptArt />}
        title={t('test.production.title')}
        text={t('test.production.text')}
        actions={
          <Button variant="contained" onClick={() => switchMode('sandbox')}>
            {t('test.production.switch')}
          </Button>
        }
      />
    </Card>
  );
}

interface TestValues {
  readonly amount: string;
  readonly gate_id: CryptoGateId;
}

function NewTest({ onCreated }: { onCreated: (id: string) => void }) {
  const provider = useProvider();
  const { data } = useProfile();
  const currency = data?.invoice_currency ?? 'EUR';
  const gates = CRYPTO_GATES.filter((id) => data?.gates.includes(id) ?? true);
  return (
    <Card title={t('test.title')}>
      <CardBody>
        <Form<TestValues>
          defaultValues={{ amount: '25.00', gate_id: 'BTC' }}
          rules={({ amount }) => ({ amount: amountProblem(amount) })}
          send={async (values) => {
            const body = { ...values, currency, description: t('test.invoice') };
            onCreated((await provider.createInvoice(body, randomKey())).id);
          }}
        >
          <Fields>
            <Typography sx={{ color: 'text.secondary' }}>{t('test.lead')}</Typography>
            <Pair>
              <TextInput source="amount" label={`${t('test.amount')} (${currency})`} decimal />
              <ChoiceInput
                source="gate_id"
                label={t('test.asset')}
                choices={gates.map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
              />
            </Pair>
            <Actions>
              <SubmitButton label={t('test.create')} />
            </Actions>
          </Fields>
        </Form>
      </CardBody>
    </Card>
  );
}

function RunningTest({ id, onAnother }: { id: string; onAnother: () => void }) {
  const { data: invoice } = useGetOne<SpaInvoice>('invoices', { id }, { refetchInterval: 3000 });
  if (invoice === undefined) return null;
  const { gate_id, amount_due, amount_paid, total, currency, checkout_url } = invoice;
  const coins = (amount: string | null) =>
    amount === null || gate_id === null ? null : <Coins amount={amount} gateId={gate_id} />;
  return (
    <Split>
      <Card title={t('test.invoice')} aside={<InvoiceStatusChip status={invoice.status} />}>
        <Facts
          facts={[
            { label: t('test.amount'), value: formatFiat(total, currency) },
            { label: t('test.due'), value: coins(amount_due) },
            { label: t('test.paid'), value: coins(amount_paid) },
          ]}
        />
        <CardBody>
          <Actions>
            <Button href={checkout_url} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
              {t('test.openPayer')}
              <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
            </Button>
            <Button component={RouterLink} to={invoicePath(id)}>
              {t('test.openStory')}
            </Button>
            <Button variant="text" onClick={onAnother}>
              {t('test.another')}
            </Button>
          </Actions>
        </CardBody>
      </Card>
      <Column>
        <EmulatePayment invoice={invoice} />
      </Column>
    </Split>
  );
}
