import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { MassPreview, MassTokenSent, SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { Card, CardBody } from '../components/card.tsx';
import { FeeAge } from '../components/fee-age.tsx';
import { MoneyCodeFields, useMoneyCodes } from '../components/money-codes.tsx';
import { TwoFaFirst } from '../components/two-fa-first.tsx';
import { useAction } from '../components/use-action.ts';
import { toastSuccess } from '../data/toasts.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';
import { runMass, sendMassCode } from './mass-calls.ts';

export interface RunCardProps {
  mass: SpaMassPayout;
  twoFa: MassPreview['two_fa'];
  isCovered: boolean;
  /** When nodes reported what the network fees are quoted from. */
  feesAt: MassPreview['network_fees_at'];
}

/** The last step: a code by mail that is good for this file only, the second factor, and off it goes. */
export function RunCard({ mass, twoFa, isCovered, feesAt }: RunCardProps) {
  const [sent, setSent] = useState<MassTokenSent | null>(null);
  const ask = useCallback(async () => setSent(await sendMassCode(mass.id)), [mass.id]);
  const { busy, run } = useAction(ask);
  const isBarred = twoFa.required && !twoFa.enabled;
  return (
    <Card title={t('mass.run.title')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>
            {t('mass.run.lead', { smart_count: mass.lines.valid })}
          </Typography>
          <FeeAge at={feesAt} />
          {!isCovered && (
            <Alert severity="error" icon={<Icon name="alertCircle" />}>
              {t('mass.review.uncovered')}
            </Alert>
          )}
          {isBarred && <TwoFaFirst />}
          {sent === null ? (
            <Actions>
              <Button variant="contained" disabled={busy || !isCovered || isBarred} onClick={() => void run()}>
                {t('mass.run.mail')}
              </Button>
            </Actions>
          ) : (
            <Codes mass={mass} sent={sent} onSentAgain={setSent} />
          )}
        </Fields>
      </CardBody>
    </Card>
  );
}

interface CodesProps {
  mass: SpaMassPayout;
  sent: MassTokenSent;
  onSentAgain: (sent: MassTokenSent) => void;
}

function Codes({ mass, sent, onSentAgain }: CodesProps) {
  const queries = useQueryClient();
  const keyOf = useRequestKey();
  const codes = useMoneyCodes(sent, async (proof) => {
    const ran = await runMass(mass.id, proof, keyOf(proof));
    toastSuccess(t('mass.run.done'));
    queries.setQueryData(['mass-payouts', 'getOne', { id: mass.id }], ran);
    void queries.invalidateQueries({ queryKey: ['balances'] });
  });
  const { form } = codes;
  const sendAgain = async () => {
    const again = await sendMassCode(mass.id);
    onSentAgain(again);
    return again;
  };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Fields>
        <MoneyCodeFields codes={codes} sent={sent} help={t('mass.run.codeHelp')} resend={sendAgain} autoFocus />
        <Actions>
          <Button type="submit" variant="contained" disabled={form.busy}>
            {t(form.busy ? 'mass.run.busy' : 'mass.run.start')}
          </Button>
        </Actions>
      </Fields>
    </form>
  );
}
