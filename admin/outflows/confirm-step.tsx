import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { GateId } from '../../domain/assets/assets.ts';
import { Card, CardBody } from '../components/card.tsx';
import { coinsText } from '../components/money.tsx';
import {
  MoneyButtons,
  MoneyCodeInputs,
  type MoneyCodeSent,
  MoneyCodesForm,
  type MoneyProof,
} from '../components/money-codes.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';

const Narrowed = styled('div')({ maxWidth: 640 });
const Name = styled('h3')(({ theme }) => ({ ...theme.typography.caption, color: theme.palette.text.secondary }));

/** The server's data about the payout or withdrawal when it emailed the code. */
export interface OutflowSent extends MoneyCodeSent {
  readonly net_amount: string;
  readonly fees: { readonly service: string; readonly network: string };
  readonly total: string;
  readonly not_before: string | null;
  readonly approval_required: boolean;
}

export interface ConfirmStepProps<Sent extends OutflowSent> extends Steps<Sent> {
  gateId: GateId;
  sent: Sent;
  words: 'confirm' | 'withdraw.confirm';
  /** The list that changes by it. */
  resource: 'payouts' | 'withdrawals';
  /** Requests it with the proof, and answers the address of its page. */
  request: (proof: MoneyProof) => Promise<string>;
  /** Mails another code. */
  mailAgain: () => Promise<Sent>;
  /** The amount and where it goes, to be compared with what was meant. */
  children: ReactNode;
  /** Below the fees. */
  note?: ReactNode;
}

interface Steps<Sent> {
  onBack: () => void;
  onSentAgain: (sent: Sent) => void;
}

/** All of the request once more, to be confirmed, then the codes that send it. The server pays exactly this. */
export function ConfirmStep<Sent extends OutflowSent>(props: ConfirmStepProps<Sent>) {
  const { words } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Narrowed>
      <Card title={t(`${words}.title`)} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          <Fields>
            <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus-visible': { outline: 0 } }}>
              {t(`${words}.title`)}
            </Typography>
            <Codes {...props} />
          </Fields>
        </CardBody>
      </Card>
    </Narrowed>
  );
}

function Codes<Sent extends OutflowSent>(props: ConfirmStepProps<Sent>) {
  const { gateId, sent, words, resource, request, mailAgain, children, note, onBack, onSentAgain } = props;
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const send = async (proof: MoneyProof) => {
    const path = await request(proof);
    notify(t(`${words}.done`), { type: 'success' });
    void queries.invalidateQueries({ queryKey: [resource] });
    void queries.invalidateQueries({ queryKey: ['balances'] });
    await navigate(path);
  };
  const resend = async () => {
    const again = await mailAgain();
    onSentAgain(again);
    return again;
  };
  const amount = coinsText(sent.net_amount, gateId);
  return (
    <MoneyCodesForm sent={sent} send={send}>
      <Fields>
        {children}
        <Fees sent={sent} gateId={gateId} />
        {note}
        <Consequences sent={sent} words={words} />
        <MoneyCodeInputs sent={sent} help={t(`${words}.codeHelp`)} resend={resend} />
        <Actions>
          <MoneyButtons submit={t(`${words}.submit`, { amount })} busy={t(`${words}.busy`)} />
          <Button onClick={onBack}>{t('confirm.back')}</Button>
        </Actions>
      </Fields>
    </MoneyCodesForm>
  );
}

/** A part of the request under its name. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Name>{name}</Name>
      {children}
    </div>
  );
}

function Fees({ sent: { fees, total }, gateId }: { sent: OutflowSent; gateId: GateId }) {
  const coins = (amount: string) => coinsText(amount, gateId);
  return (
    <ValueLines
      caption={t('quote.title')}
      lines={[
        { label: t('quote.serviceFee'), value: coins(fees.service) },
        ...(gateId === 'EUR' ? [] : [{ label: t('quote.network'), value: coins(fees.network) }]),
        { label: t('quote.total'), value: coins(total), sum: true },
      ]}
    />
  );
}

/** Says before the request why it will have to wait. */
function Consequences({ sent, words }: Pick<ConfirmStepProps<OutflowSent>, 'sent' | 'words'>) {
  const { not_before, approval_required } = sent;
  if (not_before === null && !approval_required) return null;
  return (
    <Alert severity="info" icon={<Icon name="clock" />}>
      {approval_required && <p>{t(`${words}.approval`)}</p>}
      {not_before !== null && <p>{t(`${words}.coolOff`, { time: formatMoment(not_before) })}</p>}
    </Alert>
  );
}
