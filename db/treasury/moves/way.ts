import type { Way } from '../../../domain/transfers/places.ts';
import type { TransferRow } from './rows.ts';

/** The way of a transfer or a route. */
export function wayOf({ fromPlace, toPlace, gateId }: Pick<TransferRow, 'fromPlace' | 'toPlace' | 'gateId'>): Way {
  return { from: fromPlace, to: toPlace, gateId };
}
