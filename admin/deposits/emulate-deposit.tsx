import MuiCard from '@mui/material/Card';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNotify } from 'react-admin';
import type { StaticAddress } from '../../contract/deposits.ts';
import { DEPOSIT_SCENARIOS, type DepositScenario } from '../../domain/invoices/scenarios.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { useProvider } from '../data/use-provider.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

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
const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: '16px 20px',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, gridColumn: '1 / -1' });

interface Draft {
  readonly amount: string;
  readonly scenario: DepositScenario;
}

/** Sandbox only: plays the customer who pays to the address. */
export function EmulateDeposit({ address }: { address: StaticAddress }) {
  const id = useId();
  const provider = useProvider();
  const notify = useNotify();
  const { gate_id, minimum } = address;
  return (
    <Card role="region" aria-labelledby={id}>
      <Head>
        <Icon name="flask" />
        <Typography variant="h3" component="h3" id={id}>
          {t('emulate.title')}
        </Typography>
      </Head>
      <Form<Draft>
        defaultValues={{ amount: minimum, scenario: 'paid' }}
        rules={({ amount }) => ({ amount: amountProblem(amount) })}
        send={async (draft) => {
          const sent = await provider.emulateDeposit(address.id, draft);
          notify(t('emulate.sent', { amount: coinsText(sent.amount, sent.gate_id ?? gate_id) }), { type: 'success' });
        }}
      >
        <Fields>
          <TextInput
            source="amount"
            label={t('emulate.amount')}
            decimal
            end={<InputAdornment position="end">{tickerOf(gate_id)}</InputAdornment>}
          />
          <ChoiceInput
            source="scenario"
            label={t('emulate.scenario')}
            choices={DEPOSIT_SCENARIOS.map((value) => ({ value, label: t(`address.emulate.${value}`) }))}
          />
          <Foot>
            <SubmitButton label={t('emulate.send')} />
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('emulate.help')}
            </Typography>
          </Foot>
        </Fields>
      </Form>
    </Card>
  );
}
