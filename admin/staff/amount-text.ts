import { isGateId } from '../../domain/assets/assets.ts';
import { gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';

/** An amount that the server wrote as `0.002 BTC` or `4 USDT TRC20`, with separators, places and names of screens. */
export function amountText(text: string): string {
  const [amount = '', ...unit] = text.split(' ');
  const gateId = unit.join('_');
  if (!isGateId(gateId)) return text;
  const coins = coinsText(amount, gateId);
  return unit.length > 1 ? `${coins.slice(0, coins.lastIndexOf(' '))} ${gateName(gateId)}` : coins;
}
