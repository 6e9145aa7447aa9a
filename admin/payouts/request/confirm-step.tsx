import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { PayoutGate, PayoutTokenSent } from '../../../contract/payouts.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { FeeAge } from '../../components/fee-age.tsx';
import { coinsText } from '../../components/money.tsx';
import { MoneyButtons, MoneyCodeInputs, MoneyCodesForm, type MoneyProof } from '../../components/money-codes.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../../integration/parts.tsx';
import { Icon } from '../../look/icon.tsx';
import { payoutPath } from '../payout-name.ts';
import { type RequestValues, toCreateBody, toTokenBody } from './request-form.ts';

const Address = styled('p')(({ theme }) => ({
  ...theme.typography.code,
  marginTop: 4,
  padding: 12,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.default,
  fontSize: 14,
  overflowWrap: 'anywhere',
}));
const Narrowed = styled('div')({ maxWidth: 640 });
const Name = styled('h3')(({ theme }) => ({ ...theme.typography.caption, color: theme.palette.text.secondary }));

export interface ConfirmStepProps {
  sent: PayoutTokenSent;
  values: RequestValues;
  gate: PayoutGate;
  onBack: () => void;
  onSentAgain: (sent: PayoutTokenSent) => void;
}

/** The whole payout once more, to be confirmed, then the codes that send it. The server sends exactly this. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { sent, gate } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Narrowed>
      <Card title={t('confirm.title')} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          <Fields>
            <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 0 } }}>
              {t('confirm.title')}
            </Typography>
            <Codes {...props}>
              <Repeated sent={sent} gate={gate} />
              <Consequences sent={sent} />
            </Codes>
          </Fields>
        </CardBody>
      </Card>
    </Narrowed>
  );
}

/** Amount and address, to be compared with what was meant. */
function Repeated({ sent, gate: { gate_id } }: Pick<ConfirmStepProps, 'sent' | 'gate'>) {
  const coins = (amount: string) => coinsText(amount, gate_id);
  return (
    <>
      <div>
        <Name>{t('confirm.gets')}</Name>
        <Typography variant="figure">{coins(sent.net_amount)}</Typography>
        <AssetLabel gateId={gate_id} />
      </div>
      <div>
        <Name>{t('confirm.address')}</Name>
        <Address>{sent.address}</Address>
      </div>
      {sent.destination_tag !== null && (
        <div>
          <Name>{t('target.tag')}</Name>
          <Address>{sent.destination_tag}</Address>
        </div>
      )}
      <ValueLines
        caption={t('quote.title')}
        lines={[
          { label: t('quote.serviceFee'), value: coins(sent.fees.service) },
          { label: t('quote.network'), value: coins(sent.fees.network) },
          { label: t('quote.total'), value: coins(sent.total), sum: true },
        ]}
      />
      <FeeAge at={sent.network_fee_at} />
    </>
  );
}

/** What will keep it waiting, said before it is sent. */
function Consequences({ sent: { not_before, approval_required } }: Pick<ConfirmStepProps, 'sent'>) {
  if (not_before === null && !approval_required) return null;
  return (
    <Alert severity="info" icon={<Icon name="clock" />}>
      {approval_required && <p>{t('confirm.approval')}</p>}
      {not_before !== null && <p>{t('confirm.coolOff', { time: formatMoment(not_before) })}</p>}
    </Alert>
  );
}

function Codes({ sent, values, gate, onBack, onSentAgain, children }: ConfirmStepProps & { children: ReactNode }) {
  const provider = useProvider();
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const keyOf = useRequestKey();
  const send = async (proof: MoneyProof) => {
    const body = toCreateBody(values, gate, proof);
    const { id } = await provider.createPayout(body, keyOf(body));
    notify(t('confirm.done'), { type: 'success' });
    void queries.invalidateQueries({ queryKey: ['payouts'] });
    void queries.invalidateQueries({ queryKey: ['balances'] });
    await navigate(payoutPath(id));
  };
  const sendAgain = async () => {
    const again = await provider.sendPayoutCode(toTokenBody(values, gate));
    onSentAgain(again);
    return again;
  };
  const amount = coinsText(sent.net_amount, gate.gate_id);
  return (
    <MoneyCodesForm sent={sent} send={send}>
      <Fields>
        {children}
        <MoneyCodeInputs sent={sent} help={t('confirm.codeHelp')} resend={sendAgain} />
        <Actions>
          <MoneyButtons submit={t('confirm.submit', { amount })} busy={t('confirm.busy')} />
          <Button onClick={onBack}>{t('confirm.back')}</Button>
        </Actions>
      </Fields>
    </MoneyCodesForm>
  );
}
