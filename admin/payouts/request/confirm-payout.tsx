import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { PayoutGate, PayoutTokenSent } from '../../../contract/payouts.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { FeeAge } from '../../components/fee-age.tsx';
import { Grouped } from '../../components/grouped.tsx';
import { coinsText } from '../../components/money.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { useRequestKey } from '../../data/use-request-key.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmStep, Named } from '../../outflows/confirm-step.tsx';
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

export interface ConfirmPayoutProps {
  sent: PayoutTokenSent;
  values: RequestValues;
  gate: PayoutGate;
  onBack: () => void;
  onSentAgain: (sent: PayoutTokenSent) => void;
}

/** Amount and address once more, then the codes. */
export function ConfirmPayout({ sent, values, gate, onBack, onSentAgain }: ConfirmPayoutProps) {
  const provider = useProvider();
  const keyOf = useRequestKey();
  return (
    <ConfirmStep
      words="confirm"
      resource="payouts"
      gateId={gate.gate_id}
      sent={sent}
      request={async (proof) => {
        const body = toCreateBody(values, gate, proof);
        return payoutPath((await provider.createPayout(body, keyOf(body))).id);
      }}
      mailAgain={() => provider.sendPayoutCode(toTokenBody(values, gate))}
      note={<FeeAge at={sent.network_fee_at} />}
      onBack={onBack}
      onSentAgain={onSentAgain}
    >
      <Named name={t('confirm.gets')}>
        <Typography variant="figure">{coinsText(sent.net_amount, gate.gate_id)}</Typography>
        <AssetLabel gateId={gate.gate_id} />
      </Named>
      <Named name={t('confirm.address')}>
        <Address>
          <Grouped text={sent.address} />
        </Address>
      </Named>
      {sent.destination_tag !== null && (
        <Named name={t('target.tag')}>
          <Address>{sent.destination_tag}</Address>
        </Named>
      )}
    </ConfirmStep>
  );
}
