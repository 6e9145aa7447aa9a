import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { type Asset, CRYPTO_GATES, coinOf, gates, isCryptoGateId } from '../../../domain/assets/assets.ts';
import { exchangeAt, networkAt, type Place } from '../../../domain/transfers/places.ts';
import { coinsText } from '../../components/money.tsx';
import { formatCoins } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { euros } from '../euros.ts';

/** A place of the gateway's own money, as texts name it. */
export function placeName(place: Place): string {
  const exchange = exchangeAt(place);
  if (exchange !== null) return t(`place.${exchange}`);
  const network = networkAt(place);
  return network === null ? t('place.bank') : t('place.wallet', { network: coinOf(network).networkTitle });
}

/** An exchange by its own name. */
export function exchangeName(exchange: StaffTreasury['exchanges'][number]['exchange']): string {
  return t(`place.${exchange}`);
}

/** From where to where. */
export function wayText({ from, to }: { readonly from: string; readonly to: string }): string {
  return t('transfers.way', { from: placeName(from as Place), to: placeName(to as Place) });
}

/** An amount of a gate, in coins or euro. */
export function gateAmount(amount: string, gateId: string): string {
  return isCryptoGateId(gateId) ? coinsText(amount, gateId) : euros(amount);
}

/** An amount of a coin or of euro with its unit, whatever network it is on. */
export function assetAmount(amount: string, asset: string): string {
  if (asset === 'EUR') return euros(amount);
  const gateId = CRYPTO_GATES.find((id) => gates[id].ticker === (asset as Asset));
  return gateId === undefined ? `${amount} ${asset}` : `${formatCoins(amount, gates[gateId].decimalsShown)} ${asset}`;
}
