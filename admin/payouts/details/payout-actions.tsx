import type { SpaPayout } from '../../../contract/payouts.ts';
import { Grouped } from '../../components/grouped.tsx';
import { coinsText } from '../../components/money.tsx';
import { MoneyActs } from '../../components/money-acts.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { t } from '../../i18n/translate.ts';

/** The actions that the signed-in user may take on the payout now. */
export function PayoutActions({ payout }: { payout: SpaPayout }) {
  return (
    <MoneyActs
      of="payout"
      entity="payout"
      id={payout.id}
      actions={payout.actions}
      approve={(provider, factor) => provider.approvePayout(payout.id, factor)}
      cancel={(provider) => provider.cancelPayout(payout.id)}
      compared={() => <Compared payout={payout} />}
    />
  );
}

function Compared({ payout: { address, destination_tag, net_amount, total, gate_id } }: { payout: SpaPayout }) {
  return (
    <>
      <code style={{ overflowWrap: 'anywhere' }}>
        <Grouped text={address} />
        {destination_tag !== null && t('payout.addressTag', { address: '', tag: destination_tag })}
      </code>
      <ValueLines
        caption={t('payout.amounts')}
        lines={[
          { label: t('quote.net'), value: coinsText(net_amount, gate_id) },
          { label: t('quote.total'), value: coinsText(total, gate_id), sum: true },
        ]}
      />
    </>
  );
}
