import './deposit-words.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { Deposit, DepositForm } from '../../contract/deposits.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { globalError } from '../data/global-error.ts';
import { useMay } from '../data/use-may.ts';
import { useProvider } from '../data/use-provider.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { LiveForm } from '../forms/live-form.tsx';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { CryptoDeposit } from './crypto-deposit.tsx';
import { EuroDeposit } from './euro-deposit.tsx';

interface DepositFormProps {
  form: DepositForm;
}

type DepositType = Deposit['type'];

/** The form of each deposit type (spec §3). The choice between types is shown only if there are several. */
const FORMS: Readonly<Record<DepositType, ComponentType<DepositFormProps>>> = {
  crypto: CryptoDeposit,
  fiat: EuroDeposit,
};

function typesOf({ gates, euro }: DepositForm): DepositType[] {
  return [...(gates.some(({ is_open }) => is_open) ? ['crypto' as const] : []), ...(euro ? ['fiat' as const] : [])];
}

/** `/balance?tab=addresses&new`: gives a customer an address to pay to. */
export default function NewDepositPage() {
  const provider = useProvider();
  const may = useMay('merchant_address_create');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['addresses', 'form'],
    queryFn: () => provider.depositForm(),
    enabled: may,
  });
  // The page is what its call would be: forbidden, and nothing to fill in first.
  useEffect(() => {
    if (!may) globalError.set(403);
  }, [may]);
  const title = t('newDeposit.title');
  return (
    <FormPage>
      <PageHead
        title={title}
        crumbs={[{ label: t('balance.title'), to: '/balance' }, { label: title }]}
        sub={t('newDeposit.lead')}
      />
      <Card title={title} titleHidden>
        {content()}
      </Card>
    </FormPage>
  );

  function content(): ReactNode {
    if (isPending) return <ListLoading label={t('newDeposit.loading')} rows={5} />;
    if (error) return <ListError title={t('newDeposit.error')} error={error} onRetry={() => void refetch()} />;
    return typesOf(data).length > 0 ? <DepositTypes form={data} /> : <NotOffered />;
  }
}

function DepositTypes({ form }: DepositFormProps) {
  const types = typesOf(form);
  return (
    <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
      <Fields>
        <LiveForm<Typed> defaultValues={{ type: types[0] ?? 'crypto' }}>
          {types.length > 1 && (
            <ChoiceInput
              source="type"
              label={t('newDeposit.type')}
              choices={types.map((value) => ({ value, label: t(`newDeposit.type.${value}`) }))}
            />
          )}
          <ChosenForm form={form} />
        </LiveForm>
      </Fields>
    </CardBody>
  );
}

interface Typed {
  readonly type: DepositType;
}

function ChosenForm({ form }: DepositFormProps) {
  const Chosen = FORMS[useWatch<Typed, 'type'>({ name: 'type' })];
  return <Chosen form={form} />;
}

/** No asset of the profile can be received now. */
function NotOffered() {
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('newDeposit.closed.title')}
      text={t('newDeposit.closed.text')}
      actions={
        <Button component={RouterLink} to="/integration/profile">
          {t('newDeposit.closed.profile')}
        </Button>
      }
    />
  );
}
