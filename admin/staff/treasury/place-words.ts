import { coinOf, isCryptoGateId } from '../../../domain/assets/assets.ts';
import { exchangeAt, networkAt, type Place } from '../../../domain/transfers/places.ts';
import { coinsText } from '../../components/money.tsx';
import { t } from '../../i18n/translate.ts';
import { euros } from '../euros.ts';

/** A place of the gateway's own money, as texts name it. */
export function placeName(place: Place): string {
  const exchange = exchangeAt(place);
  if (exchange !== null) return t(`place.${exchange}`);
  const network = networkAt(place);
  return network === null ? t('place.bank') : t('place.wallet', { network: coinOf(network).networkTitle });
}

/** From where to where. */
export function wayText({ from, to }: { readonly from: string; readonly to: string }): string {
  return t('transfers.way', { from: placeName(from as Place), to: placeName(to as Place) });
}

/** An amount of a gate, in coins or euro. */
export function gateAmount(amount: string, gateId: string): string {
  return isCryptoGateId(gateId) ? coinsText(amount, gateId) : euros(amount);
}
