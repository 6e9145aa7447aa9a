import Typography from '@mui/material/Typography';
import type { WithdrawalTokenSent } from '../../../contract/withdrawals.ts';
import { coinsText } from '../../components/money.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmStep, Named } from '../../outflows/confirm-step.tsx';
import { withdrawalPath } from '../withdrawal-paths.ts';
import { type OpenGate, toTokenBody, type WithdrawalDraft } from './request-form.ts';

export interface ConfirmWithdrawalProps {
  sent: WithdrawalTokenSent;
  draft: WithdrawalDraft;
  gate: OpenGate;
  onBack: () => void;
  onSentAgain: (sent: WithdrawalTokenSent) => void;
}

/** Amount and method once more, then the codes. */
export function ConfirmWithdrawal({ sent, draft, gate, onBack, onSentAgain }: ConfirmWithdrawalProps) {
  const provider = useProvider();
  const keyOf = useRequestKey();
  return (
    <ConfirmStep
      words="withdraw.confirm"
      resource="withdrawals"
      gateId={gate.gate_id}
      sent={sent}
      request={async (proof) => {
        const body = { ...toTokenBody(draft), ...proof };
        return withdrawalPath((await provider.createWithdrawal(body, keyOf(body))).id);
      }}
      mailAgain={() => provider.sendWithdrawalCode(toTokenBody(draft))}
      onBack={onBack}
      onSentAgain={onSentAgain}
    >
      <Named name={t('withdraw.quote.net')}>
        <Typography variant="figure">{coinsText(sent.net_amount, gate.gate_id)}</Typography>
        <Typography>{t('withdraw.confirm.to', { method: gate.method.title })}</Typography>
      </Named>
    </ConfirmStep>
  );
}
