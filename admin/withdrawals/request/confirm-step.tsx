import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { WithdrawalTokenSent } from '../../../contract/withdrawals.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { coinsText } from '../../components/money.tsx';
import { MoneyButtons, MoneyCodeInputs, MoneyCodesForm, type MoneyProof } from '../../components/money-codes.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { Icon } from '../../look/icon.tsx';
import { withdrawalPath } from '../withdrawal-paths.ts';
import { type OpenGate, toTokenBody, type WithdrawalDraft } from './request-form.ts';

const Narrowed = styled('div')({ maxWidth: 640 });
const Name = styled('h3')(({ theme }) => ({ ...theme.typography.caption, color: theme.palette.text.secondary }));

export interface ConfirmStepProps {
  draft: WithdrawalDraft;
  gate: OpenGate;
  sent: WithdrawalTokenSent;
  onBack: () => void;
  onSentAgain: (sent: WithdrawalTokenSent) => void;
}

/** The whole withdrawal once more, to be confirmed, then the codes that request it. The server pays exactly this. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { sent, gate } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const coins = (amount: string) => coinsText(amount, gate.gate_id);
  return (
    <Narrowed>
      <Card title={t('withdraw.confirm.title')} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          <Fields>
            <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 0 } }}>
              {t('withdraw.confirm.title')}
            </Typography>
            <Codes {...props}>
              <div>
                <Name>{t('withdraw.net')}</Name>
                <Typography variant="figure">{coins(sent.net_amount)}</Typography>
                <Typography>{t('withdraw.confirm.to', { method: gate.method.title })}</Typography>
              </div>
              <ValueLines
                caption={t('withdraw.summary')}
                lines={[
                  { label: t('withdraw.serviceFee'), value: coins(sent.fees.service) },
                  ...(gate.gate_id === 'EUR'
                    ? []
                    : [{ label: t('withdraw.network'), value: coins(sent.fees.network) }]),
                  { label: t('withdraw.total'), value: coins(sent.total), sum: true },
                ]}
              />
              <Consequences sent={sent} />
            </Codes>
          </Fields>
        </CardBody>
      </Card>
    </Narrowed>
  );
}

/** What will keep it waiting, said before it is requested. */
function Consequences({ sent: { not_before, approval_required } }: Pick<ConfirmStepProps, 'sent'>) {
  if (not_before === null && !approval_required) return null;
  return (
    <Alert severity="info" icon={<Icon name="clock" />}>
      {approval_required && <p>{t('withdraw.confirm.approval')}</p>}
      {not_before !== null && <p>{t('withdraw.confirm.coolOff', { time: formatMoment(not_before) })}</p>}
    </Alert>
  );
}

function Codes({ draft, gate, sent, onBack, onSentAgain, children }: ConfirmStepProps & { children: ReactNode }) {
  const provider = useProvider();
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const keyOf = useRequestKey();
  const send = async (proof: MoneyProof) => {
    const body = { ...toTokenBody(draft), ...proof };
    const { id } = await provider.createWithdrawal(body, keyOf(body));
    notify(t('withdraw.done'), { type: 'success' });
    void queries.invalidateQueries({ queryKey: ['withdrawals'] });
    void queries.invalidateQueries({ queryKey: ['balances'] });
    await navigate(withdrawalPath(id));
  };
  const sendAgain = async () => {
    const again = await provider.sendWithdrawalCode(toTokenBody(draft));
    onSentAgain(again);
    return again;
  };
  const amount = coinsText(sent.net_amount, gate.gate_id);
  return (
    <MoneyCodesForm sent={sent} send={send}>
      <Fields>
        {children}
        <MoneyCodeInputs sent={sent} help={t('withdraw.confirm.codeHelp')} resend={sendAgain} />
        <Actions>
          <MoneyButtons submit={t('withdraw.confirm.submit', { amount })} busy={t('withdraw.confirm.busy')} />
          <Button onClick={onBack}>{t('withdraw.confirm.back')}</Button>
        </Actions>
      </Fields>
    </MoneyCodesForm>
  );
}
