import type { Mode } from '../../domain/assets/assets.ts';
import type { CardSellerConfig } from '../../settings/card-partner.ts';
import { accountOf, type KnownForCards } from './accounts.ts';
import { openBanxa } from './banxa.ts';
import type { CardPartner } from './port.ts';

/** The seller of coins by card in a mode, and its name and pages for customers. */
export interface OpenCardSeller {
  readonly partner: CardPartner;
  readonly seller: CardSellerConfig;
}

/** The seller of a mode, real or simulated; null if nobody sells coins by card there. Opens no connection. */
export function openCardSeller(config: KnownForCards, mode: Mode): OpenCardSeller | null {
  const account = accountOf(config, mode);
  return account === undefined ? null : { partner: openBanxa(account), seller: account.seller };
}
