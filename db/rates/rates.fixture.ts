import type { Asset, Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { currentRates } from './rates.ts';

/**
 * The rate of one asset in one currency that may be used now.
 * @throws DomainError `rate_unavailable` when there is none or it has expired: never an old one, never 1:1
 */
export async function currentRate(
  on: Tx | Db,
  { mode, asset, currency }: { mode: Mode; asset: Asset; currency: Currency },
): Promise<Rate> {
  const [rate] = await currentRates(on, { mode, assets: [asset], currencies: [currency] });
  if (rate === undefined) throw new DomainError('rate_unavailable');
  return rate;
}
