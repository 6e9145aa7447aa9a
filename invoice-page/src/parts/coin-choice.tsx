import { useId } from 'react';
import type { RefundCoin } from '../../../contract/refunds.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { useWords } from '../i18n/words.tsx';
import { coins as names } from '../model/coin.ts';
import { CoinIcon } from './coin-icon.tsx';
import { Icon } from './icon.tsx';

/** The coins that a refund can be taken in, with what each is now. */
export function CoinChoice(props: {
  coins: readonly RefundCoin[];
  chosen: CryptoGateId;
  onChoose: (gateId: CryptoGateId) => void;
}) {
  const { coins, chosen, onChoose } = props;
  const { t, format } = useWords();
  const group = useId();
  return (
    <fieldset className="coins">
      <legend className="label">{t('refund.coin')}</legend>
      {coins.map(({ gate_id: id, amount }) => (
        <label key={id} className="asset" data-chosen={id === chosen}>
          <input type="radio" name={group} checked={id === chosen} onChange={() => onChoose(id)} />
          <CoinIcon gate={id} />
          <b>
            {names[id].token
              ? t('choose.on', { asset: names[id].asset, network: names[id].networkName })
              : names[id].name}
          </b>
          <span className="number">{format.coins(amount, id)}</span>
          <Icon name="check" size={16} />
        </label>
      ))}
    </fieldset>
  );
}
