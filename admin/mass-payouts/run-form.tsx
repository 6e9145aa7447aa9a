import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { MassTokenSent, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { MoneyButtons, MoneyCodeInputs, MoneyCodesForm, type MoneyProof } from '../components/money-codes.tsx';
import { useAct } from '../components/use-act.ts';
import { useProvider } from '../data/use-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';

export interface RunFormProps {
  mass: SpaMassPayout;
  isReady: boolean;
}

/** The last step: one button confirms the summary and mails a code for this file only, with which it runs. */
export function RunForm({ mass, isReady }: RunFormProps) {
  const [sent, setSent] = useState<MassTokenSent | null>(null);
  const ask = useAct((provider) => provider.sendMassCode(mass.id), { onDone: setSent });
  if (sent !== null) return <Codes mass={mass} sent={sent} onSentAgain={setSent} />;
  return (
    <Actions>
      <Button variant="contained" disabled={ask.isPending || !isReady} onClick={() => ask.mutate()}>
        {t('mass.run.mail')}
      </Button>
    </Actions>
  );
}

interface CodesProps {
  mass: SpaMassPayout;
  sent: MassTokenSent;
  onSentAgain: (sent: MassTokenSent) => void;
}

function Codes({ mass, sent, onSentAgain }: CodesProps) {
  const provider = useProvider();
  const notify = useNotify();
  const queries = useQueryClient();
  const keyOf = useRequestKey();
  const send = async (proof: MoneyProof) => {
    const ran = await provider.runMass(mass.id, proof, keyOf(proof));
    notify(t('mass.run.done'), { type: 'success' });
    queries.setQueryData(['mass-payouts', 'getOne', { id: mass.id }], ran);
    void queries.invalidateQueries({ queryKey: ['balances'] });
  };
  const sendAgain = async () => {
    const again = await provider.sendMassCode(mass.id);
    onSentAgain(again);
    return again;
  };
  return (
    <MoneyCodesForm sent={sent} send={send} isConfirmed>
      <Fields>
        <MoneyCodeInputs sent={sent} help={t('mass.run.codeHelp')} resend={sendAgain} />
        <Actions>
          <MoneyButtons submit={t('mass.run.start')} busy={t('mass.run.busy')} />
        </Actions>
      </Fields>
    </MoneyCodesForm>
  );
}
