import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { WithdrawalTokenSent } from '../../../contract/withdrawals.ts';
import { AssetLabel, tickerOf } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { coinsText } from '../../components/money.tsx';
import { Column, Split } from '../../components/page.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields, Quiet } from '../../integration/parts.tsx';
import { QuoteCard } from '../../outflows/quote-card.tsx';
import { useRequestSteps } from '../../outflows/use-request-steps.ts';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import {
  emptyWithdrawal,
  gateOf,
  type OpenGate,
  toTokenBody,
  type WithdrawalDraft,
  wholeBalance,
  withdrawalProblems,
} from './request-form.ts';

export interface WithdrawalRequestProps {
  gates: readonly OpenGate[];
  /** Named by the address of the page. */
  named: { readonly gateId: string | null; readonly methodId: string | null };
  /** Something else has to be done first. */
  isBarred: boolean;
}

interface Requested {
  readonly draft: WithdrawalDraft;
  readonly gate: OpenGate;
  readonly sent: WithdrawalTokenSent;
}

/** Filling in, then confirming. */
export function WithdrawalRequest({ gates, named, isBarred }: WithdrawalRequestProps) {
  const provider = useProvider();
  const steps = useRequestSteps<WithdrawalDraft, Requested>(() => emptyWithdrawal(gates, named));
  if (steps.requested !== null) {
    const { onBack, onSentAgain } = steps;
    return <ConfirmWithdrawal {...steps.requested} onBack={onBack} onSentAgain={onSentAgain} />;
  }
  return (
    <Form<WithdrawalDraft>
      defaultValues={steps.draft}
      rules={(values) => withdrawalProblems(values, gates)}
      send={async (values) => {
        const gate = gateOf(values, gates);
        if (gate === undefined) return;
        const sent = await provider.sendWithdrawalCode(toTokenBody(values));
        steps.confirm(values, { draft: values, gate, sent });
      }}
    >
      <Split>
        <Card title={t('withdraw.title')} titleHidden>
          <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
            <Fields>
              <Inputs gates={gates} />
              <Actions>
                <SubmitButton label={t('request.continue')} busy={t('request.sendingCode')} disabled={isBarred} />
                <Button component={RouterLink} to="/withdrawals">
                  {t('action.cancel')}
                </Button>
              </Actions>
              <Quiet>{t('withdraw.next')}</Quiet>
            </Fields>
          </CardBody>
        </Card>
        <Column>
          <Quoted gates={gates} />
        </Column>
      </Split>
    </Form>
  );
}

function Inputs({ gates }: { gates: readonly OpenGate[] }) {
  const draft = useWatch() as WithdrawalDraft;
  const { setValue } = useFormContext<{ amount: string }>();
  const gate = gateOf(draft, gates);
  return (
    <>
      <ChoiceInput
        source="method_id"
        label={t('withdraw.method')}
        choices={gates.map((each) => ({ value: each.method.id, label: <MethodLabel gate={each} /> }))}
        help={gate && boundsOf(gate)}
      />
      <TextInput
        source="amount"
        label={t('request.amount')}
        decimal
        end={
          gate && (
            <InputAdornment position="end">
              {tickerOf(gate.gate_id)}
              <Button
                size="small"
                sx={{ ml: 2 }}
                onClick={() => setValue('amount', wholeBalance(draft, gate), { shouldValidate: true })}
              >
                {t('request.all')}
              </Button>
            </InputAdornment>
          )
        }
      />
      <ChoiceInput
        source="fee_payer"
        label={t('withdraw.feePayer')}
        choices={(['merchant', 'recipient'] as const).map((value) => ({
          value,
          label: t(`withdraw.feePayer.${value}`),
        }))}
        help={t(`withdraw.feePayer.${draft.fee_payer}Help`)}
      />
    </>
  );
}

function Quoted({ gates }: { gates: readonly OpenGate[] }) {
  const draft = useWatch() as WithdrawalDraft;
  return <QuoteCard words="withdraw.quote" requested={draft} gate={gateOf(draft, gates)} />;
}

const Choice = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 12px',
  minWidth: 0,
  '& small': { fontSize: 13, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));

function MethodLabel({ gate: { gate_id, method, available } }: { gate: OpenGate }) {
  return (
    <Choice>
      <span>
        <AssetLabel gateId={gate_id} network={false} /> {method.title}
      </span>
      <small>{coinsText(available, gate_id)}</small>
    </Choice>
  );
}

function boundsOf({ gate_id, available, min, max }: OpenGate): string {
  const coins = (amount: string) => coinsText(amount, gate_id);
  const bounds =
    max === null
      ? t('withdraw.from', { min: coins(min) })
      : t('withdraw.between', { min: coins(min), max: coins(max) });
  return `${t('request.available', { amount: coins(available) })} ${bounds}`;
}
