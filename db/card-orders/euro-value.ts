import type { Mode } from '../../domain/assets/assets.ts';
import { ASSETS } from '../../domain/assets/assets.ts';
import { type CardTerms, cardEarnings } from '../../domain/card-orders/earnings.ts';
import { DomainError } from '../../domain/errors.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { mulDivFloor, pow10 } from '../../domain/money/money.ts';
import { euroIn } from '../../domain/money/rates.ts';
import type { CardEarnings } from '../../domain/state/card-order.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { currentRates } from '../rates/rates.ts';
import type { CardOrderRow } from './rows.ts';

type Paid = Pick<CardOrderRow, 'mode' | 'fiat' | 'fiatMinor' | 'partnerFiatMinor'> & CardTerms;

/**
 * The earnings of an order at the rate of this moment, from what the card was charged; rounded down.
 * @throws DomainError `rate_unavailable`: they are booked later, and never guessed
 */
export async function earningsNow(on: Tx | Db, order: Paid): Promise<CardEarnings> {
  const { mode, fiat, fiatMinor, partnerFiatMinor } = order;
  const euroMinor = await euroOf(on, { mode, fiat, fiatMinor: partnerFiatMinor ?? fiatMinor });
  return cardEarnings(euroMinor, order);
}

async function euroOf(
  on: Tx | Db,
  { mode, fiat, fiatMinor }: { readonly mode: Mode; readonly fiat: string; readonly fiatMinor: bigint },
): Promise<bigint> {
  if (fiat === 'EUR') return fiatMinor;
  const perEuro = euroIn(fiat, await currentRates(on, { mode, assets: ASSETS, currencies: ['EUR', fiat] }));
  if (perEuro === null) throw new DomainError('rate_unavailable');
  return mulDivFloor(fiatMinor, pow10(EURO_PLACES) * perEuro.den, pow10(currencyDecimals(fiat)) * perEuro.num);
}

const EURO_PLACES = 2;
